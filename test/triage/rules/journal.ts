import { expect } from 'vitest';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bench, cluster, journal, manyStreams, raised, server, swept } from '../support.ts';
import type { Change, Family } from './family.ts';

const line = (at: number, object = 'Stream: a', message = 'x') => ({ at, object, message });
const storm =
  (perMinute: number): Change =>
  (now) => {
    const lines = Array.from({ length: perMinute }, (_, n) => line(now - 50_000 + n));
    return journal([line(now - 540_000), ...lines])(now);
  };

/** Rules about the journal. */
export const journalFamily: Family = {
  rows: {
    'journal storm': {
      good: storm(20),
      bad: storm(300),
      within: [t.stormFor, t.stormClearFor],
      raises: 'warning journal-storm:Stream: a',
      reason: /Stream: a wrote 300 journal entries in a minute; usually 0/,
    },
  },
  stories: {
    'journal-storm: a high rate from the start is usual until it becomes far higher'() {
      const b = bench();
      const began = b.now();
      const more = began + 400_000;
      const every = (step: number, from: number, to: number) =>
        Array.from({ length: Math.max(0, Math.floor((to - from) / step)) }, (_, n) => line(from + step * n));
      const chatter: Change = (now) =>
        journal([...every(300, began, Math.min(now, more)), ...every(20, more, now)])(now);
      expect(raised(b.during(398_000, 2_000, chatter))).toEqual([]);
      expect(raised(b.during(80_000, 2_000, chatter))).toEqual(['warning journal-storm:Stream: a']);
    },
    'journal-failures: servers that refuse publishers lead to the application whose streams end, before it is a loss':
      () => leadsToApplication((n) => `Server: origin-${1 + (n % 3)}`),
    'journal-failures: publishers who are refused lead to the application whose streams end, before it is a loss':
      () => leadsToApplication((n) => `Stream: live-${n % 4}`),
    "journal-pattern: a match of an operator's pattern is a problem for a while"() {
      const b = bench({
        journalPatterns: [{ title: 'Disk trouble', match: /disk .*full/i, severity: 'critical' }],
      });
      const at = b.now();
      const change = journal([{ at, object: 'Recorder', message: 'Disk /data is FULL' }]);
      expect(raised(b.step(2_000, change))).toEqual(['critical journal-pattern:Disk trouble']);
      expect(sentenceOf(b.triage.state().problems[0])).toMatch(
        /one recent journal entry.*Recorder: Disk \/data is FULL/,
      );
      expect(raised(b.during(t.eventFor + 4_000, 2_000, change))).toEqual([]);
    },
    'slow-pattern: a pattern that takes too long on a hostile line is stopped and reported, and the others go on'() {
      const b = bench({
        journalPatterns: [
          { title: 'Hangs', match: /(\w+\s?)+failed/u, severity: 'critical' },
          { title: 'Disk trouble', match: /disk full/u, severity: 'warning' },
        ],
      });
      const at = b.now();
      const change = journal([
        line(at, 'Recorder', `${'a'.repeat(60)}!`),
        line(at + 1, 'Recorder', 'disk full'),
      ]);
      expect(raised(b.step(2_000, change))).toEqual([
        'warning journal-pattern:Disk trouble',
        'warning slow-pattern:Hangs',
      ]);
      expect(sentenceOf(b.triage.state().problems[1])).toContain('the pattern of “Hangs” takes too long');
    },
  },
};

/** Refusals on these objects, and then four of the streams of an application are gone. */
function leadsToApplication(objectOf: (n: number) => string): void {
  const b = bench();
  const opening = line(b.now() - 600_000, 'Stream: a', 'Keyframe interval 2.0 s');
  const own = { type: 'origin', streams: { count: 14, cap: null } };
  const applications = ['live', 'news'].map((name) => ({ name, ...own }));
  const origins = cluster(['origin-1', 'origin-2', 'origin-3'].map((host) => server(host, { applications })));
  const streams = manyStreams(80, (n) => {
    const application = n < 20 ? 'live' : 'news';
    return { streamKey: `${application}-${n}`, application, viewerCount: 10 };
  });
  const of =
    (change: Change): Change =>
    (now, step) => ({ ...origins(now, step), ...change(now, step) });
  b.step(2_000, of(swept(streams)));
  b.during(58_000, 2_000, of(journal([opening])));
  const began = b.now();
  const refused = Array.from({ length: 8 }, (_, n) =>
    line(began + 1_000 * n, objectOf(n), 'Publisher refused: certificate expired'),
  );
  b.during(10_000, 2_000, of(journal([opening, ...refused])));
  const left = streams.filter(({ streamKey }) => !/^live-[0-3]$/.test(streamKey));
  b.step(2_000, of(swept(left)));
  b.step(60_000, of(swept(left)));
  const { problems } = b.during(4_000, 2_000, of(journal([opening, ...refused])));
  expect(problems[0]).toMatchObject({
    kind: 'journal-failures',
    subject: { kind: 'application', name: 'live' },
    parts: ['ingest'],
    since: { at: began },
    hit: { streams: { count: 4 } },
  });
}
