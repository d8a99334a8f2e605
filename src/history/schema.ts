import type { DatabaseSync } from 'node:sqlite';
import { shareBlocks } from './share-blocks.ts';

/**
 * One step to the next version of the schema: SQL or, if that would take long, work in parts of some ms that yields its
 * progress, 0 to 1.
 */
export type Migration = string | ((db: DatabaseSync) => Iterable<number>);

/**
 * The schema, step by step: step n migrates a database from version n to n + 1, which is stored in `user_version`. A
 * step that was released is never changed.
 *
 * `frame`: the newest samples as received, all entities of a kind in one row, until `seal.ts` sorts them into blocks.
 * `block`: samples of some entities of a kind (a slab) over one period, compressed (`block.ts`). In version 1 each
 *   entity had blocks of its own.
 * `description`: properties of servers and applications that are not figures (host, group, link), a row for each change.
 * `roll_up_due`: windows in which blocks changed since they were rolled up.
 * `problem`: each problem as it was at its worst; `problem_change`: how it was from `at` on (`problem-changes.ts`).
 * `stream_session`: one publishing of a stream, with its newest hour; `session_hour`: the hours before, of all sessions;
 *   `session_newest`: the newest figures of those that go on.
 * `journal_entry`: the newest entries, row by row; `journal_block`: older ones, compressed.
 * `alert_message`: what commands and webhooks are sent; `alert_memory`: which incidents each of them knows.
 * Times are Unix ms by the local clock, those of the journal by the server's.
 */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE lease (
    id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
    renewed_at INTEGER NOT NULL
  );
  CREATE TABLE entity (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name)
  );
  CREATE TABLE frame (
    kind TEXT NOT NULL, at INTEGER NOT NULL, entities TEXT NOT NULL, samples TEXT NOT NULL,
    PRIMARY KEY (kind, at)
  ) WITHOUT ROWID;
  CREATE TABLE block (
    tier TEXT NOT NULL, entity INTEGER NOT NULL, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
    samples BLOB NOT NULL, UNIQUE (tier, entity, starts_at)
  );
  CREATE INDEX block_by_time ON block (tier, ends_at);
  CREATE TABLE roll_up_due (
    kind TEXT NOT NULL, window INTEGER NOT NULL, PRIMARY KEY (kind, window)
  ) WITHOUT ROWID;
  CREATE TABLE journal_entry (
    at INTEGER NOT NULL, id TEXT NOT NULL, object TEXT NOT NULL, message TEXT NOT NULL, thread TEXT NOT NULL,
    PRIMARY KEY (at, id, object, message)
  ) WITHOUT ROWID;
  CREATE TABLE journal_block (
    starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, entries INTEGER NOT NULL, data BLOB NOT NULL
  );
  CREATE INDEX journal_block_by_time ON journal_block (ends_at);
  CREATE TABLE problem (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, since INTEGER NOT NULL, fired_at INTEGER NOT NULL,
    cleared_at INTEGER, seen_at INTEGER NOT NULL, severity TEXT NOT NULL, worst TEXT NOT NULL,
    viewers INTEGER, data TEXT NOT NULL, UNIQUE (key, fired_at)
  );
  CREATE INDEX problem_by_time ON problem (fired_at);
  CREATE TABLE event (
    at INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY (at, kind, subject, message)
  ) WITHOUT ROWID;
  CREATE TABLE description (
    kind TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (kind, name, since)
  ) WITHOUT ROWID;
  CREATE TABLE gap (
    resource TEXT NOT NULL, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (resource, starts_at)
  ) WITHOUT ROWID;
  CREATE TABLE stream_session (
    id INTEGER PRIMARY KEY, application TEXT NOT NULL, stream_key TEXT NOT NULL, published_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL, ended_at INTEGER, data TEXT NOT NULL, UNIQUE (application, stream_key, published_at)
  );
  CREATE INDEX stream_session_by_time ON stream_session (seen_at);
  `,
  shareBlocks,
  hoursOfSessions,
  // Problems were stored as sentences; these sentences are all that is known of them.
  `
  UPDATE problem SET data = json_set(
    json_remove(data, '$.title', '$.reason', '$.rule', '$.folded', '$.followers', '$.measure'),
    '$.kind', 'worded',
    '$.facts', json_object(
      'rule', data ->> '$.rule', 'title', data ->> '$.title', 'sentence', data ->> '$.reason'
    ),
    '$.names', json_array(json(data -> '$.subject')), '$.parts', json_array()
  ) WHERE json_valid(data) AND data ->> '$.title' IS NOT NULL;
  `,
  // A start has its precision, and a count of viewers has its meaning.
  `
  UPDATE problem SET data = json_set(data, '$.measure.trend', coalesce(data ->> '$.trend', 'steady'))
  WHERE json_valid(data) AND data -> '$.measure' IS NOT NULL;
  UPDATE problem SET data = json_set(
    json_remove(data, '$.firedAt', '$.beganBefore', '$.viewersAtRisk', '$.streams', '$.trend', '$.clearedAt'),
    '$.state', 'standing',
    '$.noticedAt', data -> '$.firedAt',
    '$.since', json_object(
      'at', data -> '$.since', 'known', iif(data ->> '$.beganBefore' = 1, 'before', 'exact')
    ),
    '$.hit', json_patch('{}', json_object(
      'viewers', iif(
        data -> '$.viewersAtRisk' IS NULL, NULL, json_object('count', data -> '$.viewersAtRisk', 'what', 'at risk')
      ),
      'streams', data -> '$.streams'
    ))
  ) WHERE json_valid(data);
  `,
  // What is sent to people, and what was sent.
  `
  CREATE TABLE alert_memory (way TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE alert_message (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, way TEXT NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL,
    summary TEXT NOT NULL, data TEXT NOT NULL, tries INTEGER NOT NULL, next_at INTEGER NOT NULL, done_at INTEGER,
    outcome TEXT NOT NULL, failed INTEGER NOT NULL
  );
  CREATE INDEX alert_message_waiting ON alert_message (way, number) WHERE done_at IS NULL;
  `,
  // Of the problems so far, only their worst moment is known.
  `
  CREATE TABLE problem_change (
    problem INTEGER NOT NULL, at INTEGER NOT NULL, whole INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (problem, at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX problem_change_by_time ON problem_change (at);
  INSERT INTO problem_change SELECT id, CAST(fired_at AS INTEGER), 1, data FROM problem WHERE json_valid(data);
  `,
  // Absences have their own rows, with ranges for what only sweeps have seen.
  `
  CREATE TABLE stream_absence (
    id INTEGER PRIMARY KEY, stream_key TEXT NOT NULL, application TEXT NOT NULL,
    began_from INTEGER NOT NULL, began_to INTEGER NOT NULL, ended_from INTEGER, ended_to INTEGER,
    is_clean INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX stream_absence_open ON stream_absence (stream_key) WHERE ended_to IS NULL;
  CREATE INDEX stream_absence_by_time ON stream_absence (ended_to);
  `,
  // New frames are at the end, not in six places of the table; what each sweep changes of the sessions is one row.
  `
  ALTER TABLE frame RENAME TO former_frame;
  CREATE TABLE frame (
    at INTEGER NOT NULL, kind TEXT NOT NULL, entities TEXT NOT NULL, samples TEXT NOT NULL, UNIQUE (at, kind)
  ) STRICT;
  INSERT INTO frame SELECT CAST(at AS INTEGER), kind, CAST(entities AS TEXT), CAST(samples AS TEXT) FROM former_frame;
  DROP TABLE former_frame;
  CREATE TABLE session_newest (id INTEGER PRIMARY KEY, figures BLOB NOT NULL) STRICT;
  `,
  // Frames are compressed, because each is written twice: into the log, and into the file. Those of older versions stay as text.
  `
  ALTER TABLE frame RENAME TO former_frame;
  CREATE TABLE frame (
    at INTEGER NOT NULL, kind TEXT NOT NULL, data BLOB NOT NULL, UNIQUE (at, kind)
  ) STRICT;
  INSERT INTO frame SELECT at, kind, CAST('[' || entities || ',' || samples || ']' AS BLOB) FROM former_frame;
  DROP TABLE former_frame;
  `,
];

/** Rows that are changed at a time; takes some ms. */
const BATCH_ROWS = 500;

/**
 * Step from version 2: figures of sessions are stored by the hour. Older sessions have only their totals, which
 * count for the hour in which they were last seen.
 */
function* hoursOfSessions(db: DatabaseSync): Iterable<number> {
  db.exec(`
    CREATE TABLE session_hour (starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, figures BLOB NOT NULL);
    CREATE INDEX session_hour_by_time ON session_hour (starts_at);
    CREATE INDEX stream_session_open ON stream_session (id) WHERE ended_at IS NULL;
  `);
  const update = db.prepare(`
    UPDATE stream_session SET data = json_object(
      'startTime', data ->> 'startTime',
      'hour', (seen_at - 1) / 3600000 * 3600000,
      'figures', json_remove(
        data, '$.application', '$.streamKey', '$.publishedAt', '$.seenAt', '$.endedAt', '$.startTime'
      )
    ) WHERE json_valid(data) AND id > ? AND id <= ?
  `);
  const last = Number(db.prepare('SELECT MAX(id) AS last FROM stream_session').get()?.last ?? 0);
  for (let id = 0; id < last; id += BATCH_ROWS) {
    update.run(id, id + BATCH_ROWS);
    yield Math.min(1, (id + BATCH_ROWS) / last);
  }
}
