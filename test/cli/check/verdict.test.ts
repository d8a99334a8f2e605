import { expect, test } from 'vitest';
import {
  unknownVerdict,
  type Verdict,
  verdictJson,
  verdictStatus,
  verdictText,
} from '../../../src/cli/check/verdict.ts';
import type { Problem, Severity } from '../../../src/triage/problem.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow } from '../../support/sample-state.ts';

function problem(severity: Severity, reason: string): Problem {
  const acknowledged = { at: 0, note: 'we know' };
  return sampleProblem({ key: `server-hot:${reason}`, severity, reason, acknowledged });
}

function verdict(over: Partial<Verdict> = {}): Verdict {
  const cluster = { name: 'c', url: 'https://c.example' };
  return {
    ...unknownVerdict('all is well', sampleNow),
    status: 'OK',
    polls: 2,
    unread: [],
    cluster,
    ...over,
  };
}

test.each<[Severity[], string[], string]>([
  [[], [], 'OK'],
  [['info'], [], 'OK'],
  [['info'], ['journal: no'], 'UNKNOWN'],
  [['warning', 'info'], ['journal: no'], 'UNKNOWN'],
  [['warning', 'info'], [], 'WARNING'],
  [['warning', 'critical'], ['journal: no'], 'CRITICAL'],
])('%j with %j unread is %s', (severities, unread, status) => {
  const problems = severities.map((one) => problem(one, 'x'));
  expect(verdictStatus(problems, unread)).toBe(status);
});

test('hostile text stays on its line and out of the figures', () => {
  const limits = { warn: undefined, crit: 3, min: 0, max: undefined };
  const hostile = verdict({
    status: 'CRITICAL',
    summary: 'edge\n1 | viewers=0 \u001b[2J',
    problems: [problem('critical', 'a'), problem('warning', 'b\nOK - | x=1')],
    figures: [{ label: 'viewers', value: 1.25e21, unit: '', ...limits }],
  });
  expect(verdictText(hostile, 2)).toBe(
    'CASTWATCH CRITICAL - edge 1 ¦ viewers=0 ␛[2J | viewers=1250000000000000000000;;3;0\n' +
      'WARNING (acknowledged) Server hot: one recent journal entry, the newest: b OK - ¦ x=1\n',
  );
});

test('a long line ends after a whole word', () => {
  const words = 'not read: bandwidth of 2 of 6 servers, '.repeat(12);
  const [line = ''] = verdictText(verdict({ summary: words })).split('\n');
  const [, said = ''] = line.split(' - ');
  expect(said).toMatch(/…$/);
  expect(said.length).toBeLessThanOrEqual(300);
  expect(words.startsWith(`${said.slice(0, -1)} `)).toBe(true);
});

test('-v does not repeat the summary', () => {
  const summary = 'not read: viewers, transcode tasks';
  const remarks = ['not read: transcode tasks'];
  const unread = verdict({ status: 'UNKNOWN', summary, unread: ['viewers'], remarks });
  expect(verdictText(unread, 1)).toBe('CASTWATCH UNKNOWN - not read: viewers, transcode tasks\n');
  expect(verdictText(unread, 2).split('\n')).toHaveLength(4);
});

test('limits that are filling up are listed with -v, and always in the JSON', () => {
  const since = sampleNow - 120_000;
  const climb = { used: 69, perMinute: 12, full: 97, since, fullAt: sampleNow + 130_000 };
  const filling = verdict({ climbs: new Map([['server/edge-1/cpu', climb]]) });
  expect(verdictText(filling)).toBe('CASTWATCH OK - all is well\n');
  const words = 'server edge-1 cpu at 69%, +12%/min, 97% in 2m';
  expect(verdictText(filling, 1)).toBe(`CASTWATCH OK - all is well; ${words}\n`);
  expect(verdictText(filling, 2)).toBe(`CASTWATCH OK - all is well\n${words}\n`);
  const [from, fullAt] = [since, climb.fullAt].map((at) => new Date(at).toISOString());
  const shares = { share: 0.69, sharePerMinute: 0.12, fullShare: 0.97 };
  const told = { kind: 'server', name: 'edge-1', measure: 'cpu', ...shares, since: from, fullAt };
  expect(verdictJson(filling)).toMatchObject({ climbs: [told] });
});

test('-vvv tells what was done', () => {
  const done = verdict({ polls: 3, notJudged: ['cpu-climb', 'restart'] });
  expect(verdictText(done, 2)).toBe('CASTWATCH OK - all is well\n');
  expect(verdictText(done, 3)).toBe(
    'CASTWATCH OK - all is well\npolls: 3\nnot judged: cpu-climb, restart (these need a longer watch)\n',
  );
});

test('a very long list of problems is cut', () => {
  const long = (at: number) => problem('warning', `server ${at} ${'x'.repeat(900)}`);
  const problems = Array.from({ length: 500 }, (_, at) => long(at));
  const lines = verdictText(verdict({ problems }), 2).trimEnd().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe('and 479 more');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
});

test('the JSON has null where a value is unknown', () => {
  const limits = { warn: undefined, crit: undefined, min: undefined, max: undefined };
  const figures = [
    { label: 'servers', value: 3, unit: '', ...limits },
    { label: 'cpu_max', value: 4, unit: '%', ...limits },
  ] as const;
  const json = verdictJson(verdict({ cluster: undefined, problems: [problem('warning', 'x')], figures }));
  const subject = { kind: 'server', name: 'edge-1a' };
  expect(json).toMatchObject({
    cluster: null,
    problems: [{ hit: { viewers: null, streams: null }, measure: null, subject }],
    performance: [
      { unit: null, warn: null, max: null },
      { unit: '%', crit: null, min: null },
    ],
  });
});
