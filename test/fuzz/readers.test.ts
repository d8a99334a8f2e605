import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createSilences } from '../../src/alerts/silences.ts';
import { fileId } from '../../src/base/file-id.ts';
import { ConfigError } from '../../src/config/error.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openPlannedWork } from '../../src/config/planned-work-file.ts';
import { profileNames, resolveTarget } from '../../src/config/resolve.ts';
import { openTeamAcknowledgements } from '../../src/config/team-acknowledgements.ts';
import { openTeamDirectory } from '../../src/config/team-directory.ts';
import { openTeamWork } from '../../src/config/team-work-file.ts';
import { openDatabase } from '../../src/history/database.ts';
import { HistoryError } from '../../src/history/error.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { noSeries } from '../../src/history/samples/series.ts';
import { decode } from '../../src/http/decode.ts';
import { CastwatchError } from '../../src/http/errors.ts';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import { encodeFrame } from '../../src/recording/frame.ts';
import { encodeHeader } from '../../src/recording/header.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { TapeError } from '../../src/recording/tape.ts';
import { createPrometheus } from '../../src/session/prometheus.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { startInk } from '../../src/ui/react/start-ink.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { cluster, fakeReceiver } from '../alerts/rig.ts';
import { filled, readAll } from '../history/filled.ts';
import { answerAt, T0 } from '../recording/entries.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { fakeServices } from '../support/fake-services.ts';
import { fullResponses } from '../support/full-responses.ts';
import { openHostileStack } from '../support/hostile-stack.ts';
import { pressOn } from '../support/key-press.ts';
import { Keyboard } from '../support/keyboard.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { plainDisplay } from '../support/plain-view.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { found, type Garbled, garble, garbled } from './garbled.ts';

/*
 * Everything that reads foreign bytes gets valid samples that were changed: it reads them or refuses them with an error of
 * its own, in less than a second and 100 MB. What was `found` is tried each time.
 */

const RUNS = 8;
/** Of each reader in the long form: half an hour in all, ms. */
const LONG_MS = 200_000;
const MOST_CPU_MS = 1_000;
const MOST_BYTES = 100_000_000;
const MOST_KEYS = 400;
const HOUR_MS = 3_600_000;

interface Reader {
  readonly samples: readonly unknown[];
  /** What it may throw. */
  readonly refuses: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
  read(bytes: Buffer, sample: number): unknown;
}

const directory = newFolder();
let history: Buffer;
beforeAll(async () => {
  (await filled(join(directory, 'history.db'))).close();
  history = readFileSync(join(directory, 'history.db'));
});

const names = Object.keys(fullResponses) as EndpointName[];
const url = 'https://c.example.net';
const clock = new ManualClock(sampleNow);

const polled = ['dashboard', 'topology', 'streams', 'applications', 'journal'] as const;
const tables = 'frame block journal_block problem description stream_session entity alert_message event'
  .split(' ')
  .map((of) => ({ of, column: 0, value: 'text' }));

/** What the changed bytes say, if they are JSON. */
function parsed<T>(bytes: Buffer): T | undefined {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const iso = (at: number) => new Date(at).toISOString();
const metric = { castwatch: 'mean', server: 'edge-1' };
const metricValues = [0, 60].map((s) => [sampleNow / 1000 + s, s ? 'NaN' : '0.5']);
type Entry = Parameters<typeof encodeFrame>[0][number];
const withBody = (entry: Entry): Entry => ({ ...entry, body: Buffer.from(entry.body) });

const readers: Readonly<Record<string, Reader>> = {
  answers: {
    samples: names.map((name) => fullResponses[name]),
    refuses: [CastwatchError],
    read(body, sample) {
      const endpoint = names[sample] ?? 'login';
      const { method, path } = endpoints[endpoint];
      decode(endpoint, { endpoint, method, path, headers: {} }, body);
    },
  },
  'answers, to the screens': {
    samples: polled.map((name) => fullResponses[name]),
    refuses: [],
    async read(body, sample) {
      const change = (endpoint: string, sound: Uint8Array) => (endpoint === polled[sample] ? body : sound);
      const stack = openHostileStack((text) => text, false, change);
      try {
        await stack.start();
        for (const key of '123456') {
          pressOn(stack.runtime, key);
          stack.runtime.panes();
        }
      } finally {
        await stack.close();
      }
    },
  },
  tapes: {
    samples: [
      [answerAt(0, fullResponses.dashboard), answerAt(2_000, 'x', { status: 0, code: 'RESET' })].map(
        (entry) => ({ ...entry, body: [...entry.body] }),
      ),
    ],
    refuses: [TapeError],
    async read(bytes) {
      const path = join(directory, 'one.tape');
      // What could not be written stands itself where a frame does.
      const frame = await Promise.try(() =>
        encodeFrame((parsed<Entry[]>(bytes) as Entry[]).map(withBody)),
      ).catch(() => bytes);
      writeFileSync(path, Buffer.concat([Buffer.from(encodeHeader(T0, 0, 'prod')), frame]));
      const tape = await openTape(path);
      try {
        for (const at of [T0, T0 + 2_000, T0 + HOUR_MS]) {
          const found = tape.latest('dashboard', '/api/cluster/dashboard', at);
          if (found) await tape.body(found);
        }
      } finally {
        await tape.close();
      }
    },
  },
  histories: {
    // A value of a column, then bytes of the file.
    samples: [...tables, Buffer.alloc(0)],
    refuses: [HistoryError],
    async read(bytes, sample) {
      const path = join(directory, 'history.db');
      const table = tables[sample];
      writeFileSync(path, table ? history : bytes);
      const db = await openDatabase(path, { create: false });
      try {
        if (table) {
          const all = db.sql(`PRAGMA table_info(${table.of})`).all();
          const columns = all.map(({ name }) => String(name)).filter((name) => name !== 'id');
          const told = parsed<Partial<typeof table>>(bytes);
          const at = typeof told?.column === 'number' ? told.column >>> 0 : 0;
          const name = columns[at % columns.length];
          const value = told ? told.value : bytes;
          const isPlain = value === null || value === bytes || /string|number/.test(typeof value);
          const given = isPlain ? value : JSON.stringify(value ?? 0);
          db.sql(`UPDATE OR IGNORE ${table.of} SET ${name} = ?`).run(given as SQLInputValue);
        }
        db.verify();
        await readAll(createHistoryReader(db));
      } finally {
        db.close();
      }
    },
  },
  'team files': {
    samples: [
      { schema: 1, decisions: { hot: { at: sampleNow, note: 'on it', severity: 'warning' } } },
      '# planned work\n2026-01-15 12:00 UTC 2026-01-15 14:00 UTC server edge-* disk swap\nended 2026-01-15T12:30:00Z abc\n',
    ],
    refuses: [ConfigError],
    async read(bytes) {
      const team = openTeamDirectory(directory, true);
      for (const kind of ['acknowledged', 'maintenance'])
        await team.change(`${kind}-${fileId(url)}`, clock, () => bytes.toString('latin1'));
      const alone = openPlannedWork(join(directory, 'alone.txt'), clock);
      await openTeamAcknowledgements(team, url, clock).read();
      await openTeamWork(team, url, alone, clock).read();
    },
  },
  configuration: {
    samples: [
      {
        clusters: { eu: { url, username: 'op', password: { env: 'P' }, thresholds: { cpu: 90 } } },
        alerts: { command: ['cat'] },
      },
      `theme: dark\nclusters:\n  eu: &eu\n    url: ${url}\n    password: { file: ~/x }\n  us: { <<: *eu }\nkeys: { app.quit: [q] }\n`,
    ],
    refuses: [ConfigError],
    async read(bytes) {
      const path = join(directory, 'config.yaml');
      writeFileSync(path, bytes, { mode: 0o600 });
      const config = await loadConfig(path, true);
      for (const profile of profileNames(config))
        resolveTarget({ flags: { profile }, environment: {}, env: {}, config });
    },
  },
  keys: {
    samples: [
      '1234567890?jjkk/edge\r\x1b:users\r',
      'a\t\x1b[200~pasted\ntext\x1b[201~\r\x1b[A\x1b[B\x1b[5~\x1b[<0;10;10M\x1bOP\x1b[13;2u',
      ':planned work\rexmvsS[]{}ycr \x1b]11;rgb:ffff/ffff/ffff\x07',
    ],
    refuses: [],
    async read(bytes) {
      const [columns, rows] = [100, 30];
      const output = new FakeOutput(columns, rows);
      const own = new ManualClock(sampleNow);
      const screen = new Screen({ output, theme: resolveTheme('dark', '256'), clock: own });
      const services = { ...fakeServices(sampleState()), clock: own };
      const runtime = new Runtime(
        services,
        createUiStore('overview', plainDisplay),
        { columns, rows },
        () => {},
      );
      runtime.start();
      const keyboard = new Keyboard();
      let crash: unknown;
      const ink = startInk({
        screen,
        runtime,
        suspendHandle: { over: undefined },
        input: keyboard.stream,
        onCrash: (error) => (crash = error),
      });
      // Each byte is a key, and each key is acted on: more of them take longer, but Ctrl-C does not wait for them.
      const typed = bytes.subarray(0, MOST_KEYS);
      for (let at = 0; at < typed.length; at += 7) keyboard.type(typed.toString('utf8', at, at + 7));
      await ink.waitUntilRenderFlush();
      await own.advance(3_000);
      runtime.stop();
      ink.unmount();
      screen.destroy();
      if (crash) throw crash;
    },
  },
  Alertmanager: {
    samples: [
      [{ labels: { incident: 'abc' }, annotations: { problems: 'p1 p2' }, status: { silencedBy: ['s1'] } }],
      [{ id: 's1', createdBy: 'ann', comment: '', startsAt: iso(sampleNow - 9), endsAt: iso(sampleNow + 9) }],
    ],
    refuses: [],
    async read(bytes, sample) {
      const sound = JSON.stringify(readers.Alertmanager?.samples[0]);
      const { caller } = fakeReceiver(({ path = '' }) => ({
        body: sample === 0 || path.endsWith('silences') ? bytes.toString() : sound,
      }));
      const silences = createSilences({ members: [caller], headers: {}, cluster, clock, onChange: () => {} });
      silences.update();
      await new Promise(setImmediate);
      silences.of('abc');
      silences.incidentOf('p1');
    },
  },
  Prometheus: {
    samples: [
      { status: 'success', data: { resultType: 'matrix', result: [{ metric, values: metricValues }] } },
    ],
    refuses: [],
    async read(bytes) {
      const { caller } = fakeReceiver(() => ({ body: bytes.toString() }));
      const remote = createPrometheus({ caller, headers: {}, labels: {}, clock });
      const id = { kind: 'server', name: 'edge-1', column: 'cpu' } as const;
      await remote.fill(id, sampleNow - HOUR_MS, sampleNow);
      const { points } = remote.over(noSeries).read(id, sampleNow - HOUR_MS, sampleNow);
      expect(points.filter(({ mean }) => typeof mean === 'number' && Number.isNaN(mean))).toEqual([]);
    },
  },
};

async function isWithinLimits(name: string, input: Garbled): Promise<void> {
  const { samples, refuses, read } = readers[name] as Reader;
  const sample = input.sample % samples.length;
  const document = samples[sample];
  const bytes = garble(Buffer.isBuffer(document) ? history : document, input);
  const before = { cpu: process.cpuUsage(), memory: memory() };
  try {
    await read(bytes, sample);
  } catch (error) {
    if (!refuses.some((kind) => error instanceof kind)) throw error;
  }
  const { user, system } = process.cpuUsage(before.cpu);
  expect((user + system) / 1_000).toBeLessThan(MOST_CPU_MS);
  expect(memory() - before.memory).toBeLessThan(MOST_BYTES);
}

const memory = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test.each(Object.keys(readers))(
  '%s: whatever the bytes, they are read or refused',
  async (name) => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(garbled, (input) => isWithinLimits(name, input).finally(() => tried++)),
      {
        numRuns: isLong ? 1e9 : RUNS,
        examples: (found[name] ?? []).map((input): [Garbled] => [input]),
        ...(isLong && { interruptAfterTimeLimit: LONG_MS, markInterruptAsFailure: false }),
      },
    );
    console.info(`${name}: ${tried} inputs`);
  },
  HOUR_MS,
);
