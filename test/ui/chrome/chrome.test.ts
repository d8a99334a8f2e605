import { describe, expect, test } from 'vitest';
import { createKeymap } from '../../../src/actions/keymap.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { type ChromeInput, chromePanes, freshnessSigns } from '../../../src/ui/chrome/chrome.ts';
import type { Held } from '../../../src/ui/shell.ts';
import type { SessionFacts, View } from '../../../src/ui/view.ts';
import { textOf } from '../../support/drawn-table.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const DAY = 86_400_000;

function chrome(input: Partial<ChromeInput>, width: number, y = 0) {
  const none = {
    replay: undefined,
    past: undefined,
    recent: undefined,
    notice: undefined,
    dialog: undefined,
  };
  const whole: ChromeInput = {
    view: sampleView(sampleState()),
    screen: 'overview',
    place: 'list',
    hasRail: false,
    held: undefined,
    ...none,
    status: [],
    idle: [],
    inBorders: new Set(),
    keymap: createKeymap(),
    liveNow: sampleNow,
    ...input,
  };
  return chromePanes(whole, { x: 0, y, width, height: 20 });
}

/** The spans of a row: 0 header, 1 tabs, 2 the worst problem, 3 footer. */
const spansOf = (row: number, input: Partial<ChromeInput>, width: number) =>
  chrome(input, width)[row]?.lines[0] ?? [];
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

  test('says that a recording is played, and which time it shows', () => {
    const time = { at: 0, from: 0, to: 1, marks: [], searchedFrom: 0, searchedTo: 1, seeking: false };
    const replay = { ...time, playing: true, speed: 1 };
    expect(header({}, 120, { replay })).toContain(' REPLAY 2026-01-15 12:10:00 ');
  });

  test('says since when the screen is frozen, how far back it is, and how coarse its figures are', () => {
    expect(header({}, 120, { held: held({ mode: 'frozen' }) })).toContain(' FROZEN 10s ');
    expect(header({}, 120, { held: held({}) })).toContain(' PAST -10s ');
    expect(header({}, 120, { held: held({ at: sampleNow - DAY + 60_000 }) })).toContain(' PAST -23h 59m ');
    expect(header({}, 120, { held: held({ at: sampleNow - DAY }) })).toContain(' PAST 2026-01-14 ');
    expect(header({}, 120, { held: held({ resolution: 900_000 }) })).toContain(
      ' PAST -10s, figures of 15 min ',
    );
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

describe('a cluster that stopped answering', () => {
  const { dashboard, topology, journalResource } = sampleState();
  const [since, retryAt] = [sampleNow - 60_000, sampleNow + 2_400];
  const error = { code: 'REFUSED', message: '127.0.0.1:9 refuses connections.', since, retryAt };
  const old = { error, updatedAt: sampleNow - 62_000 };
  const state = sampleState({
    dashboard: { ...dashboard, ...old },
    topology: { ...topology, ...old },
    journalResource: { ...journalResource, ...old },
  });
  const hot = { severity: 'critical', title: 'Server hot', reason: 'CPU at 97%' } as const;
  const before = withProblems(hot);

  test.each([80, 120, 200])(
    'is the top problem with its reason, above all others, in %i columns',
    (width) => {
      const row = problemLine({ state, ...before }, width).trimEnd();
      expect(row).toContain(' ✖ NO ANSWER for 1m 02s · 127.0.0.1:9 refuses connections, r');
      expect(row).toMatch(/ · as of \d\d:\d\d:\d\d/);
      expect(row).not.toContain('Server hot');
      if (width > 80) expect(row).toMatch(/retry in 3s · as of \d\d:\d\d:\d\d · 1 incident known before/);
    },
  );
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
