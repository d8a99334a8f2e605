import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/base/durations.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { type ChromeInput, chromePanes, freshnessSigns } from '../../../src/ui/chrome/chrome.ts';
import type { Held } from '../../../src/ui/shell.ts';
import type { SessionFacts, View } from '../../../src/ui/view.ts';
import { textOf } from '../../support/drawn-table.ts';
import { replayStatus } from '../../support/fake-replay.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';
import { chromeInput } from './chrome-input.ts';

/** The spans of a row: 0 header, 1 tabs, 2 the worst problem, 3 footer. */
const spansOf = (row: number, input: Partial<ChromeInput>, width: number) =>
  chromePanes(chromeInput(input), { x: 0, y: 0, width, height: 20 })[row]?.lines[0] ?? [];
const rowOf = (row: number, input: Partial<ChromeInput>, width: number) => textOf(spansOf(row, input, width));
const header = (view: Partial<View> = {}, width = 120, input: Partial<ChromeInput> = {}) =>
  rowOf(0, { view: sampleView(view.state ?? sampleState(), view), ...input }, width);
const problemLine = (view: Partial<View>, width = 120) =>
  rowOf(2, { view: sampleView(view.state ?? sampleState(), view) }, width);
const withFacts = (facts: Partial<SessionFacts>): Partial<View> => ({
  facts: { ...sampleView(sampleState()).facts, ...facts },
});
const withProblems = (...problems: readonly Partial<Problem>[]): Partial<View> => ({
  triage: { ...calm, problems: problems.map((each, index) => sampleProblem({ key: `p${index}`, ...each })) },
});
const toneOf = (row: number, words: string, input: Partial<ChromeInput>) =>
  spansOf(row, input, 160).find(({ text }) => text.includes(words))?.tone;
const held = (changes: Partial<Held>): Held => ({
  mode: 'past',
  at: sampleNow - 10_000,
  state: sampleState(),
  triage: calm,
  ...changes,
});

describe('the header', () => {
  test.each([
    [{}, '', undefined],
    [{ production: true }, 'PRODUCTION', 'badgeCrit'],
    [{ demo: true }, 'DEMO', 'demo'],
    [{ readOnly: true }, 'READ-ONLY', 'badgeOk'],
    [{ insecure: true }, 'PLAIN HTTP', 'badgeWarn'],
  ])('names the kind of session unless it is an ordinary one: %j', (facts, kind, tone) => {
    expect(/^ castwatch (.*)sample/.exec(header(withFacts(facts)))?.[1]?.trim()).toBe(kind);
    const view = sampleView(sampleState(), withFacts(facts));
    if (tone) expect(toneOf(0, kind, { view })).toBe(tone);
  });

  test('says beside the clock that times are in UTC although another zone is configured', () => {
    expect(header({})).toMatch(/ \d\d:\d\d:\d\d *$/);
    expect(header(withFacts({ zoneFault: 'TZ names no zone' }))).toMatch(/ \d\d:\d\d:\d\d UTC *$/);
  });

  test.each<[string, Partial<ChromeInput>]>([
    ['REPLAY 2026-01-15 12:10:00', { replay: replayStatus() }],
    ['FROZEN 10s', { held: held({ mode: 'frozen' }) }],
    ['PAST -10s', { held: held({}) }],
    ['PAST -23h 59m', { held: held({ at: sampleNow - DAY_MS + 60_000 }) }],
    ['PAST 2026-01-14', { held: held({ at: sampleNow - DAY_MS }) }],
    ['PAST -10s, figures of 15 min', { held: held({ resolution: 900_000 }) }],
  ])('says which time is shown: %s', (words, input) => {
    expect(header({}, 120, input)).toContain(` ${words} `);
  });

  test('counts incidents by severity, in words where they fit', () => {
    const counts = (width: number, ...problems: readonly Partial<Problem>[]) =>
      /operator +(.*) 12:10:00 $/.exec(header(withProblems(...problems), width))?.[1]?.trim();
    const [critical, warning] = [{ severity: 'critical' }, { severity: 'warning' }] as const;
    expect(counts(100, critical, warning, warning)).toBe('✖ 1 critical  ▲ 2 warnings');
    expect([counts(99, critical, warning), counts(100, critical)]).toEqual(['✖ 1  ▲ 1', '✖ 1 critical']);
    const planned = { ...critical, acknowledged: { at: 1, note: '', planned: true } } as const;
    expect(counts(100, planned)).toBe('✖ 1 critical  ✓ 1 planned');
  });

  test('says that all is well only when that is known', () => {
    const { dashboard } = sampleState();
    const old = { ...dashboard, updatedAt: sampleNow - 300_000 };
    expect(header({ state: sampleState({ dashboard: old }) })).toMatch(
      /\? unknown {2}dashboard STALE 5m 00s {2}12:10:00/,
    );
    const none = { ...dashboard, value: undefined, updatedAt: undefined };
    expect(header({ state: sampleState({ dashboard: none }) })).not.toMatch(/ok|unknown/);
    expect(header({ triage: { ...calm, since: sampleNow } })).not.toMatch(/ok|unknown/);
  });
});

describe('the line of the worst problem', () => {
  const [first, second] = [
    { severity: 'warning', title: 'Server hot', reason: 'CPU at 97%' },
    { severity: 'critical', title: 'Server gone', reason: 'no answer' },
  ] as const;

  test('shows severity, object, reason, duration, and the number of further problems', () => {
    const line = problemLine(withProblems(second, first));
    expect(line).toMatch(/^ ✖ CRITICAL {2}Server gone .*the newest: no answer +for .* · 1 more: press 2 $/);
    expect(problemLine(withProblems(first))).toMatch(
      /^ ▲ WARNING {2}Server hot .*the newest: CPU at 97% +for [^·]*$/,
    );
  });

  test('says that no problem is known, or why that cannot be said', () => {
    const { dashboard, topology } = sampleState();
    const error = { code: 'REFUSED', message: 'The server refuses.', since: sampleNow };
    const line = (state: Partial<ClusterState>) => problemLine({ state: sampleState(state) }).trimEnd();
    expect(line({})).toBe(' ✔ no problem known');
    expect(line({ dashboard: { ...dashboard, error } })).toContain(' ✖ The server refuses.');
    expect(line({ topology: { ...topology, error } })).toContain(' ✖ The server refuses.');
    const none = { ...dashboard, value: undefined, updatedAt: undefined };
    expect(line({ dashboard: none })).toBe(' ○ waiting for the first answer');
    expect(line({ dashboard: { ...dashboard, updatedAt: sampleNow - 300_000 } })).toBe(
      ' ▲ no answer for 5m 00s: problems are not known',
    );
    expect(problemLine({ triage: { ...calm, since: sampleNow } })).toMatch(/^ ○ \w/);
  });
});

test('an incident that came back, or whose effect was seen before it, stands since its beginning', () => {
  const since = (secondsAgo: number) => ({ at: sampleNow - 1_000 * secondsAgo, known: 'exact' }) as const;
  const incident = { root: 'p0', since: since(66), severity: 'critical', times: 2 } as const;
  expect(problemLine(withProblems({ since: since(16), incident }))).toContain('for 1m 06s');
  expect(problemLine(withProblems({ since: since(16) }))).toContain('for 16s');
});

test('the sign tells the oldest age where there is room for only one', () => {
  const state = sampleState();
  const dashboard = { ...state.dashboard, updatedAt: sampleNow - 40_000 };
  const topology = { ...state.topology, updatedAt: sampleNow - 300_000 };
  const signs = freshnessSigns({ ...state, dashboard, topology }, sampleNow);
  const [names, short, summary] = signs.map((line) => line.map(({ text }) => text.trim()).filter(Boolean));
  expect(names).toEqual(['dashboard STALE 40s', 'topology STALE 5m 00s']);
  expect(short).toEqual(['dash STALE 40s', 'topo STALE 5m 00s']);
  expect(summary).toEqual(['2 STALE 5m 00s']);
});
