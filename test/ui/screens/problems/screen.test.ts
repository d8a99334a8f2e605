import { expect, test, vi } from 'vitest';
import type { Actions } from '../../../../src/actions/actions.ts';
import type { ScreenName } from '../../../../src/actions/screen-table.ts';
import { clockTime } from '../../../../src/base/format.ts';
import { turn } from '../../../../src/base/turn.ts';
import { hitStreams } from '../../../../src/triage/hit-streams.ts';
import type { KindAndFacts } from '../../../../src/triage/kind-facts.ts';
import type { Problem } from '../../../../src/triage/problem.ts';
import { createMouse } from '../../../../src/ui/program/mouse.ts';
import { hitList } from '../../../../src/ui/screens/problems/facts.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { fakePast } from '../../../support/fake-past.ts';
import { calm } from '../../../support/fake-services.ts';
import { atRisk, type Sample, sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { openScreen } from '../../open-screen.ts';

function problem(name: string, over: Sample = {}, kindAndFacts?: KindAndFacts): Problem {
  const about = {
    key: `server-hot:${name}`,
    severity: 'warning',
    subject: { kind: 'server', name },
  } as const;
  const times = { since: sampleNow - 76_000, noticedAt: sampleNow - 56_000 };
  return sampleProblem(
    { ...about, ...times, ...(!kindAndFacts && { reason: 'CPU at 91%' }), ...over },
    kindAndFacts,
  );
}

type Size = Readonly<Record<'columns' | 'rows', number>>;

function open(
  problems: readonly Problem[],
  screen: ScreenName = 'problems',
  size?: Size,
  cleared?: Problem[],
) {
  const unacknowledge = vi.fn((key: string) => judged(key, undefined));
  const triage: Actions['triage'] = {
    acknowledge: (key, note) => judged(key, { at: sampleNow, note }),
    unacknowledge,
    plan: () => undefined,
  };
  const opened = { problems, size, cleared, services: { session: { triage } } };
  const { hands, services } = openScreen(screen, sampleState(), opened);
  const show = (standing: readonly Problem[]) => {
    services.show(sampleState(), { ...calm, problems: standing });
    hands.runtime.draw();
  };
  const judged = (key: string, acknowledged: Problem['acknowledged']) => {
    const { problems: known } = services.triage.getState();
    const next = known.map((one) => (one.key === key ? { ...one, acknowledged } : one));
    services.show(sampleState(), { ...calm, problems: next });
  };
  const press = (...names: string[]) => void hands.press(...names);
  const pane = (id: string) => hands.rows(`${screen}.${id}`).join('\n');
  return { hands, press, pane, show, unacknowledge, copied: services.copied };
}

test('after an acknowledgement the cursor stays on its row, on the next problem', () => {
  const { press, pane } = open(['a', 'b', 'c'].map((name) => problem(`edge-${name}`)));
  press('j');
  expect(pane('standing')).toContain('2 of 3');
  press('a', 'enter');
  expect(pane('standing')).toContain('2 of 3');
  press('y');
  expect(
    pane('standing')
      .match(/edge-\w/g)
      ?.slice(0, 3),
  ).toEqual(['edge-a', 'edge-c', 'edge-b']);
  press('a', 'enter', 'a', 'enter');
  expect(pane('standing')).not.toContain('vanished');
});

test('who takes back the acknowledgement of another user is told whose it was', () => {
  const acknowledged = { at: sampleNow, note: 'on it', by: 'anna' };
  const { hands, press, pane } = open([problem('edge-a', { acknowledged })]);
  expect([pane('standing'), pane('detail')]).toEqual([
    expect.stringContaining('✓ anna'),
    expect.stringContaining('acknowledged by anna'),
  ]);
  press('a');
  expect(pane('detail')).not.toContain('anna');
  expect(hands.notice).toBe('No longer acknowledged; it was by anna.');
});

test('a on a problem that is acknowledged through its cause takes back that of the cause', () => {
  const acknowledged = { at: sampleNow, note: 'on it' };
  const since = { at: sampleNow - 76_000, known: 'exact' } as const;
  const incident = { root: 'server-hot:edge-a', since, severity: 'warning', times: 1 } as const;
  const parts = ['edge-a', 'edge-b'].map((name) => problem(name, { acknowledged, incident }));
  const { press, unacknowledge } = open(parts);
  press('j', 'a');
  expect(unacknowledge).toHaveBeenCalledWith('server-hot:edge-a');
});

test('s orders problems by a column, and S reverses the order', () => {
  const { press, pane } = open([
    problem('edge-b', { hit: atRisk(5) }),
    problem('edge-a', { hit: atRisk(70) }),
    problem('edge-c'),
  ]);
  const orders = [[], ['S'], ['S', 's', 'j', 'enter'], ['S']].map((keys) => {
    press(...keys);
    return [
      /Problems, [a-z ]+/.exec(pane('standing'))?.[0].trim(),
      ...(pane('standing').match(/edge-[abc]/g) ?? []),
    ];
  });
  expect(orders).toEqual([
    ['Problems, worst first', 'edge-b', 'edge-a', 'edge-c'],
    ['Problems, mildest first', 'edge-c', 'edge-a', 'edge-b'],
    ['Problems, most viewers first', 'edge-a', 'edge-b', 'edge-c'],
    ['Problems, fewest viewers first', 'edge-b', 'edge-a', 'edge-c'],
  ]);
});

test('many problems of one kind share a row with their count; Enter shows the worst of them, a second Enter hides them', () => {
  const part = (streamKey: string) => ({
    severity: 'warning' as const,
    subject: { kind: 'stream' as const, id: streamKey, streamKey, application: 'live' },
    hit: atRisk(200),
    ...zombie,
  });
  const zombie = { kind: 'stream-zombie', facts: { stillFor: 60_000 } } as const;
  const folded = { count: 30, first: [part('news'), part('sport')] };
  const live = { kind: 'application', name: 'live' } as const;
  const many = sampleProblem(
    { key: 'stream-zombie:many/live', subject: live, hit: atRisk(6_100), folded },
    zombie,
  );
  const { press, pane } = open([many, problem('edge-a')]);
  expect(pane('standing')).toMatch(/live +Zombie streams: .* 6\.10k/);
  expect(pane('standing')).toContain('1 of 2');
  press('right');
  expect(pane('standing')).toMatch(
    /Zombie streams: [\s\S]* {2}▲ live\/news .* is published, but[\s\S]*live\/sport/,
  );
  // The row names the stream once, in its own column.
  expect(pane('standing')).not.toMatch(/news on live is published/);
  expect(pane('standing')).toContain('1 of 4');
  press('left');
  expect(pane('standing')).toContain('1 of 2');
});

test('of a problem with much to say Tab shows all, the moving keys reach the last row, and Esc leads back', () => {
  const reason = 'edge-1a has too much to do. '.repeat(22).trim();
  const { press, pane } = open([problem('edge-1a', { reason })], 'problems', { columns: 80, rows: 24 });
  press('tab');
  let all = '';
  for (let row = 0; row < 60; row++) {
    all += pane('detail');
    press('j');
  }
  for (const words of ['Since', 'Noticed', 'Group', 'Neighbours', 'Journal around the start'])
    expect(all).toContain(words);
  const title = () => pane('detail').split('\n')[0];
  expect(title()).toMatch(/\(\d+–(\d+) of \1\)/);
  press('g');
  expect(title()).toMatch(/\(1–\d+ of \d+\)/);
  press('esc');
  expect(pane('standing')).toContain('1 of 1');
  expect(title()).toContain('press Tab');
});

test('a problem that vanished from the list is not selected, and no key acts on it', () => {
  const { press, pane, show, copied } = open([problem('edge-a'), problem('edge-b')]);
  press('j');
  show([problem('edge-a')]);
  expect(pane('standing')).toContain('the selected one has cleared');
  expect(pane('detail')).toContain('The selected problem has cleared.');
  press('y');
  expect(copied).toEqual([]);
  press('k', 'y');
  expect(copied).toHaveLength(1);
});

const row = (streamKey: string, application: string, viewerCount = 1) => ({
  stream: { id: `${application}-${streamKey}`, streamKey, application, viewerCount },
  seenAt: sampleNow,
});

function rows(listed: readonly ReturnType<typeof row>[], missing?: readonly ReturnType<typeof row>[]) {
  const { streams } = hitStreams(listed, missing);
  if (!streams) throw new Error('no streams');
  const lines = hitList({ ...streams, isNow: false }, sampleState());
  return lines.map(textOf);
}

test('names every stream, also beyond the first twenty', () => {
  const many = rows(Array.from({ length: 60 }, (_, index) => row(`cam-${index}`, 'live', 60 - index)));
  expect([many.length, many[59]]).toEqual([60, expect.stringMatching(/^cam-59 +1 /)]);
});

test('says which streams are back, and since when the others are missing', () => {
  const [gone, back] = [row('gone', 'live'), row('back', 'live')];
  const [first, second] = rows([gone, back], [gone]);
  expect(first).toContain(`missing since ${clockTime(sampleNow)}`);
  expect(second).toMatch(/^back +1 .* back /);
});

const hotServer = (name: string) =>
  sampleProblem({ key: `server-hot:${name}`, severity: 'warning', subject: { kind: 'server', name } });

/** The Problems screen with three problems now, and in the past only those of the servers in `earlier`. */
function openPast(earlier: readonly string[]) {
  const triage = { ...calm, problems: earlier.map(hotServer) };
  const past = fakePast({ at: async (at) => ({ at, state: sampleState(), triage, resolution: undefined }) });
  const problems = ['edge-a', 'edge-b', 'edge-c'].map(hotServer);
  const { hands } = openScreen('problems', sampleState(), { problems, services: { session: { past } } });
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      hands.press(key);
      await turn();
    }
  };
  const selected = () => /^│ (edge-[abc]): /m.exec(hands.screen)?.[1];
  return { hands, press, selected };
}

test.each([
  { earlier: ['edge-a', 'edge-b', 'edge-c'], inPast: 'edge-c' },
  { earlier: ['edge-a'], inPast: undefined },
  { earlier: [], inPast: undefined },
])('the selected problem is selected again after a past with $earlier', async ({ earlier, inPast }) => {
  const { hands, press, selected } = openPast(earlier);
  await press('j', 'j');
  expect(selected()).toBe('edge-c');
  await press('[');
  expect(hands.ui.held?.mode).toBe('past');
  expect(selected()).toBe(inPast);
  await press('end');
  expect(hands.ui.held).toBeUndefined();
  expect(selected()).toBe('edge-c');
});

test('a single problem has two rows on the Overview for its reason, cut after a whole clause', () => {
  const first = Array.from({ length: 20 }, (_, index) => `stream-${index}`);
  const facts = { of: 'object', event: 'counters fell', missing: { count: 20, first } } as const;
  const { pane } = open([problem('edge-a', {}, { kind: 'restart', facts })], 'overview');
  const [, reason, more, ...end] = pane('problems').split('\n');
  expect(reason).toMatch(/edge-a {2}Restarted: counters fell; still missing: stream-0, .*1m 16s/);
  expect([end.length, more]).toEqual([1, expect.stringMatching(/stream-\d+ …/)]);
});

test('a click on a cleared problem shows its detail', () => {
  const over = problem('edge-x', { clearedAt: sampleNow });
  const { hands, pane } = open([problem('edge-a')], 'problems', { columns: 200, rows: 60 }, [over]);
  const { x = 0, y = 0 } = hands.pane('problems.cleared')?.rect ?? {};
  createMouse(hands.runtime)({ kind: 'press', x: x + 20, y: y + 2 });
  expect(pane('detail')).toMatch(/Since +\d\d:\d\d:\d\d until /);
});
