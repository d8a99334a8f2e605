/**
 * The tables of a history.
 *
 * `frame`: the newest samples, all entities of a kind in one small block, until `seal.ts` sorts them into those of slabs.
 * `block`: samples of some entities of a kind (a slab) over one period, compressed (`block.ts`).
 * `description`: properties of servers and applications that are not figures (host, group, link), a row for each change.
 * `roll_up_due`: windows in which blocks changed since they were rolled up.
 * `problem`: each problem as it was at its worst; `problem_now`: what changes as long as it stands; `problem_change`: how it
 *   was from `at` on (`problem-changes.ts`).
 * `stream_session`: one publishing of a stream, with its newest hour; `session_hour`: the hours before, of all sessions;
 *   `session_newest`: the newest figures of those that go on, one row for each sweep. `stream_absence`: times in which a
 *   stream was not published, with ranges for what only sweeps have seen.
 * `journal_block`: entries of the journal, compressed; the newest in small blocks.
 * `alert_message`: what commands and webhooks are sent; `alert_memory`: which incidents each of them knows.
 * Each row of all but the lease has a checksum (`sums.ts`).
 * Times are Unix ms by the local clock, those of the journal by the server's.
 */
const schema = `
  CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE alert_memory (way TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE alert_message (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, way TEXT NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL,
    summary TEXT NOT NULL, data TEXT NOT NULL, tries INTEGER NOT NULL, next_at INTEGER NOT NULL, done_at INTEGER,
    outcome TEXT NOT NULL, failed INTEGER NOT NULL
  );
  CREATE INDEX alert_message_waiting ON alert_message (way, number) WHERE done_at IS NULL;
  CREATE TABLE block (
    tier TEXT NOT NULL, kind TEXT NOT NULL, slab INTEGER NOT NULL, starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL, samples BLOB NOT NULL, UNIQUE (tier, kind, slab, starts_at)
  );
  CREATE INDEX block_by_time ON block (tier, ends_at);
  CREATE TABLE description (
    kind TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (kind, name, since)
  ) WITHOUT ROWID;
  CREATE TABLE entity (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name)
  );
  CREATE TABLE event (
    at INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY (at, kind, subject, message)
  ) WITHOUT ROWID;
  CREATE TABLE frame (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, ends_at INTEGER NOT NULL, samples BLOB NOT NULL
  ) STRICT;
  CREATE TABLE gap (
    resource TEXT NOT NULL, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (resource, starts_at)
  ) WITHOUT ROWID;
  CREATE TABLE journal_block (
    id INTEGER PRIMARY KEY, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, entries INTEGER NOT NULL, data BLOB NOT NULL
  );
  CREATE INDEX journal_block_by_time ON journal_block (ends_at, entries);
  CREATE TABLE lease (
    id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
    renewed_at INTEGER NOT NULL
  );
  CREATE TABLE problem (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, since INTEGER NOT NULL, fired_at INTEGER NOT NULL,
    worst TEXT NOT NULL, viewers INTEGER, data TEXT NOT NULL, UNIQUE (key, fired_at)
  );
  CREATE INDEX problem_by_time ON problem (fired_at);
  CREATE TABLE problem_change (
    problem INTEGER NOT NULL, at INTEGER NOT NULL, whole INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (problem, at)
  );
  CREATE TABLE problem_now (
    problem INTEGER PRIMARY KEY, cleared_at INTEGER, seen_at INTEGER NOT NULL, severity TEXT NOT NULL, bill TEXT
  );
  CREATE TABLE roll_up_due (
    kind TEXT NOT NULL, window INTEGER NOT NULL, PRIMARY KEY (kind, window)
  ) WITHOUT ROWID;
  CREATE TABLE session_hour (starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, figures BLOB NOT NULL);
  CREATE INDEX session_hour_by_time ON session_hour (starts_at);
  CREATE TABLE session_newest (id INTEGER PRIMARY KEY, figures BLOB NOT NULL) STRICT;
  CREATE TABLE stream_absence (
    id INTEGER PRIMARY KEY, stream_key TEXT NOT NULL, application TEXT NOT NULL,
    began_from INTEGER NOT NULL, began_to INTEGER NOT NULL, ended_from INTEGER, ended_to INTEGER,
    is_clean INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX stream_absence_open ON stream_absence (stream_key) WHERE ended_to IS NULL;
  CREATE INDEX stream_absence_by_time ON stream_absence (ended_to);
  CREATE TABLE stream_session (
    id INTEGER PRIMARY KEY, application TEXT NOT NULL, stream_key TEXT NOT NULL, published_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL, ended_at INTEGER, data TEXT NOT NULL, UNIQUE (application, stream_key, published_at)
  );
  CREATE INDEX stream_session_by_time ON stream_session (seen_at);
  CREATE INDEX stream_session_open ON stream_session (id) WHERE ended_at IS NULL;
`;

/** The tables whose rows have a checksum. */
const summed = [...schema.matchAll(/CREATE TABLE (\w+)/g)]
  .map(([, name]) => String(name))
  .filter((name) => name !== 'lease');

/**
 * Step n migrates a database from version n to n + 1, which is stored in `user_version`. A step that was released is
 * never changed. Undefined: that version was never released.
 */
export const migrations: readonly (string | undefined)[] = [
  ...Array<undefined>(10),
  schema +
    summed.map((table) => `ALTER TABLE ${table} ADD COLUMN sum INTEGER DEFAULT ${-(2 ** 31)};`).join('\n'),
];
