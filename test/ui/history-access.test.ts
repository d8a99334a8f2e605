import { expect, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import type { Capacity } from '../../src/history/report/capacity.ts';
import type { SessionAccess } from '../../src/ui/services.ts';
import type { HistoryAccess } from '../../src/views/history-access.ts';
import { fakeHistory } from '../support/fake-history.ts';
import type { Overrides } from '../support/fake-services.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { openScreen } from './open-screen.ts';

const MINUTE = 60_000;
const problem = sampleProblem({ since: sampleNow - 60 * MINUTE, noticedAt: sampleNow - 59 * MINUTE });

function problems(history: HistoryAccess | undefined, more: Partial<SessionAccess> = {}) {
  const saved = new Map<string, string>();
  const services: Overrides = {
    session: { access: history, ...more },
    saveFile: async (name, text) => {
      if (saved.has(name)) throw new Error('it is there already');
      saved.set(name, text);
      return `/home/${name}`;
    },
  };
  const { hands } = openScreen('problems', sampleState(), { problems: [problem], services });
  const press = async (key: string) => {
    hands.press(key);
    for (let turns = 0; turns < 5; turns++) await turn();
    return hands.screen;
  };
  return { hands, press, saved };
}

test('W asks for a file, and writes what happened around a problem to it and to JSON beside it', async () => {
  const asked: number[] = [];
  const report: HistoryAccess['report'] = async (from, to) => {
    asked.push(from, to);
    return { markdown: '# Server gone', json: '{}' };
  };
  const { press, saved } = problems(fakeHistory({ report }));
  expect(await press(':report')).toMatch(/Write to: castwatch-report-[\d-]+\.md {2}Enter apply · Esc cancel/);
  expect([...saved]).toEqual([]);
  expect(await press('enter')).toMatch(/Saved \(also as \.json\): {2}\/home\/castwatch-report-[\d-]+\.md/);
  expect(asked).toEqual([problem.since.at - 10 * MINUTE, sampleNow]);
  expect([...saved.values()]).toEqual(['# Server gone', '{}']);
  await press(':report');
  expect(await press('enter')).toContain('Not saved: it is there already');
});

test('! says where the history lies, how large it is and whether it is written', async () => {
  const facts: HistoryAccess['facts'] = () =>
    ({ ...fakeHistory().facts(), writing: 'failing', message: 'the disk is full' }) as const;
  expect(await problems(fakeHistory()).press('!')).toMatch(
    /\/state\/history\.db: 31\.4 MB, .* being written/,
  );
  expect(await problems(fakeHistory({ facts })).press('!')).toContain('not written: the disk is full');
  const lost = { at: sampleNow, message: 'the history /state/history.db was removed' };
  const renewed = fakeHistory({ facts: () => ({ ...fakeHistory().facts(), lost }) });
  expect(await problems(renewed).press('!')).toMatch(
    /being written[\s\S]*At \d\d:\d\d:\d\d the history \/state\/history\.db was removed/,
  );
  expect(await problems(undefined).press('!')).toContain('History: not kept.');
});

test('capacity says when a limit will be reached, or that the history is too short', async () => {
  const figures = {
    kind: 'total',
    name: 'cluster',
    figure: 'viewers',
    limit: 2_000,
    days: 4,
    peak: 1_000,
  } as const;
  const never = { exceededSince: undefined, exceededLast: undefined };
  const unknown = {
    growth: undefined,
    growthRange: undefined,
    reachedAt: undefined,
    reachedRange: undefined,
  };
  const row: Capacity = { ...figures, ...never, ...unknown };
  const { hands } = problems(undefined, { capacity: async () => [row] });
  hands.runtime.run('history.capacity');
  await turn();
  hands.sees(/cluster viewers +1\.00k +2\.00k +50\s?% .*—/);
  hands.press('esc').resize(80, 24).runtime.run('history.capacity');
  await turn();
  hands.sees('a date needs a week of history, there are 4 days');
  // What is short of servers comes first.
  hands.press('esc').resize(120, 60).runtime.run('history.capacity');
  await turn();
  const [, roles = ''] = hands.screen.split('Applications:');
  const order = [...roles.matchAll(/^[│ ]*(origin|transcode|edge) /gm)].map(([, role]) => role);
  expect([...new Set(order)]).toEqual(['origin', 'transcode', 'edge']);
});

test('what is read has its place at once: closed, it does not come and take keys; a failure is told', async () => {
  const failing = problems(undefined, { capacity: () => Promise.reject(new Error('it is damaged')) });
  failing.hands.runtime.run('history.capacity');
  await turn();
  expect([failing.hands.notice, failing.hands.dialogs]).toEqual(['it is damaged', []]);
  const reading = Promise.withResolvers<readonly []>();
  const { hands } = problems(undefined, { capacity: () => reading.promise });
  hands.runtime.run('history.capacity');
  hands.sees('Reading...').press('esc');
  reading.resolve([]);
  await turn();
  expect(hands.dialogs).toEqual([]);
});
