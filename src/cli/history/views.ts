/**
 * Views over the rows of a history that SQL can read; figures are compressed and have `history export`. They are temporary,
 * because a history with views in it is refused. Times are UTC, text of servers is as it was sent.
 */
export const HISTORY_VIEWS = `-- sqlite3 -readonly -init views.sql FILE
CREATE TEMP VIEW problems AS
  SELECT key, data ->> '$.kind' AS kind, severity, worst AS worst_severity,
    strftime('%Y-%m-%dT%H:%M:%fZ', since / 1000.0, 'unixepoch') AS began_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', cleared_at / 1000.0, 'unixepoch') AS cleared_utc,
    round((coalesce(cleared_at, seen_at) - since) / 1000.0) AS duration_seconds, viewers AS affected_viewers
  FROM problem;
CREATE TEMP VIEW events AS
  SELECT strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') AS time_utc, kind, subject, message FROM event;
CREATE TEMP VIEW not_watched AS
  SELECT resource, reason, strftime('%Y-%m-%dT%H:%M:%fZ', starts_at / 1000.0, 'unixepoch') AS began_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ends_at / 1000.0, 'unixepoch') AS ended_utc,
    round((ends_at - starts_at) / 1000.0) AS duration_seconds
  FROM gap;
CREATE TEMP VIEW stream_absences AS
  SELECT application, stream_key, strftime('%Y-%m-%dT%H:%M:%fZ', began_from / 1000.0, 'unixepoch') AS began_after_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', began_to / 1000.0, 'unixepoch') AS began_before_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ended_from / 1000.0, 'unixepoch') AS ended_after_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ended_to / 1000.0, 'unixepoch') AS ended_before_utc,
    is_clean AS ended_by_publisher
  FROM stream_absence;
CREATE TEMP VIEW stream_sessions AS
  SELECT application, stream_key, strftime('%Y-%m-%dT%H:%M:%fZ', published_at / 1000.0, 'unixepoch') AS published_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ended_at / 1000.0, 'unixepoch') AS ended_utc,
    -- The row of a session that goes on is written once an hour.
    round((coalesce(ended_at, max(seen_at, coalesce(
      (SELECT CAST(value AS INTEGER) FROM about WHERE key = 'alive'), 0
    ))) - published_at) / 1000.0) AS duration_seconds
  FROM stream_session;
CREATE TEMP VIEW servers AS
  SELECT name AS server, strftime('%Y-%m-%dT%H:%M:%fZ', since / 1000.0, 'unixepoch') AS since_utc, data AS properties
  FROM description WHERE kind = 'server';
`;
