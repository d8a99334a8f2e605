import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import type { Handover, HandoverIncident } from '../../../src/history/report/handover.ts';
import { handoverRows, handoverWords, longWords, momentWords } from '../../../src/views/handover/handover.ts';
import { emptyHandover } from '../../support/fake-history.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const NOW = new Date(2026, 0, 15, 6).getTime();
const FROM = NOW - 8 * HOUR_MS;

function incident(key: string, changes: Partial<HandoverIncident> = {}): HandoverIncident {
  const since = FROM + HOUR_MS;
  const sample = sampleProblem({ key, title: 'Server hot', since, noticedAt: since });
  const problem = { ...sample, worst: 'critical' as const, seenAt: NOW };
  const open = { until: undefined, bill: undefined, acknowledged: undefined, isEndWatched: true } as const;
  return { problem, worst: 'critical', since, noticedAt: since, others: 0, times: 1, ...open, ...changes };
}

const handover = (changes: Partial<Handover>): Handover => ({ ...emptyHandover(FROM, NOW), ...changes });
const textOf = ({ label, note }: { readonly label: string; readonly note: string }) => `${label} | ${note}`;
const change = (minute: number, message: string, objects = 1) => {
  return { at: FROM + minute * MINUTE_MS, object: 'edge-2', message, times: objects, objects };
};
const bob = { cluster: 'lab', user: 'admin', action: 'update user', target: 'user 42 (bob)', fields: {} };
const write = (minute: number) => {
  return { ...bob, at: new Date(FROM + minute * MINUTE_MS).toISOString(), outcome: 'ok' as const };
};

test('a row says what happened, who has it, and how it stands; Enter leads there', () => {
  const acknowledged = { at: FROM + 2 * HOUR_MS, note: '', by: 'anna' };
  const planned = { acknowledged: { ...acknowledged, planned: true as const } };
  const bill = { viewerMinutes: 400, lost: 0, at: NOW, objects: [] };
  const rows = handoverRows(
    handover({
      incidents: [
        incident('a', { acknowledged }),
        incident('b', { until: FROM + 3 * HOUR_MS, times: 3, bill }),
        incident('c', { until: FROM + 4 * HOUR_MS, isEndWatched: false, ...planned }),
      ],
      changes: [change(70, 'reloaded\x1b[2J', 3)],
      unknown: [
        { from: FROM + 4 * HOUR_MS, to: FROM + 6 * HOUR_MS },
        { from: FROM + 7 * HOUR_MS, to: FROM + 7 * HOUR_MS + MINUTE_MS },
      ],
    }),
    [write(5)],
  );
  expect(rows.map(textOf)).toEqual([
    '✖ 23:00 edge-1a: Server hot | ✓ anna 00:00 · open',
    '✖ 23:00 edge-1a: Server hot | 400 viewer-minutes · 3 times · ended 01:00',
    '✖ 23:00 edge-1a: Server hot | planned anna · last seen 02:00',
    '◆ 22:05 admin update user: user 42 (bob) | done',
    '◆ 23:10 3 objects, such as edge-2: reloaded␛[2J | 3 times',
    '? not watched 02:00 to 04:00, and 1 more time | 2h 01m in all',
  ]);
  expect(rows.map(({ to }) => to)).toEqual([
    { kind: 'problem', key: 'a', at: undefined },
    { kind: 'problem', key: 'b', at: FROM + HOUR_MS },
    { kind: 'problem', key: 'c', at: FROM + HOUR_MS },
    { kind: 'audit' },
    { kind: 'journal', at: FROM + 70 * MINUTE_MS, object: undefined },
    { kind: 'moment', at: FROM + 4 * HOUR_MS },
  ]);
});

test.each([
  ['nothing', 0, 0, 0, 0, []],
  ['few of each', 2, 1, 3, 1, []],
  ['many incidents', 30, 0, 0, 0, ['21 more incidents']],
  ['many of each', 30, 9, 9, 1, ['26 more incidents', '8 more changes', '8 more kinds of changes']],
  ['many changes', 1, 0, 40, 0, ['32 more kinds']],
  ['many writes', 0, 40, 0, 1, ['32 more changes']],
])(
  'ten rows at most, and what is left out is counted: %s',
  (_what, incidents, writes, changes, gaps, left) => {
    const period = handover({
      incidents: Array.from({ length: incidents }, (_, index) => incident(`${index}`)),
      changes: Array.from({ length: changes }, (_, index) => change(index, 'reloaded')),
      unknown: Array.from({ length: gaps }, () => ({ from: FROM, to: FROM + HOUR_MS })),
    });
    const written = Array.from({ length: writes }, (_, index) => write(index));
    const rows = handoverRows(period, written);
    expect(rows.length).toBe(Math.min(10, incidents + writes + changes + gaps));
    const more = rows.flatMap(({ label }) => (label.startsWith('  and') ? [label] : []));
    expect(more).toEqual(left.map((words) => expect.stringContaining(words)));
  },
);

test.each<[string, Partial<Handover>]>([
  ['no incident', {}],
  ['not watched', { unknown: [{ from: FROM, to: NOW }] }],
  [
    '3 incidents, 1 ended, 2h not watched, 2 acknowledged by anna, bob, 1 kind of change',
    {
      incidents: [
        incident('a', { acknowledged: { at: FROM, note: '', by: 'bob' } }),
        incident('b', { acknowledged: { at: FROM, note: '', by: 'anna' }, until: NOW }),
        incident('c', { acknowledged: { at: FROM, note: '', planned: true } }),
      ],
      changes: [change(1, 'reloaded')],
      unknown: [{ from: FROM, to: FROM + 2 * HOUR_MS }],
    },
  ],
  ['1 incident, 1 acknowledged', { incidents: [incident('a', { acknowledged: { at: FROM, note: '' } })] }],
])('the period in one line: %s', (words, changes) => {
  expect(handoverWords(handover(changes))).toBe(words);
});

test('times of the last day have no date, and a long time is in its largest unit', () => {
  expect([momentWords(FROM, NOW), momentWords(NOW - 2 * DAY_MS, NOW)]).toEqual(['22:00', '01-13 06:00']);
  expect([30 * MINUTE_MS, 47 * HOUR_MS, 3 * DAY_MS].map(longWords)).toEqual(['30m', '47h', '3d']);
});
