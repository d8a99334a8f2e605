import { expect, test } from 'vitest';
import { createHistoryReader, type HistoryReader } from '../../../src/history/reader.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import { createPast } from '../../../src/session/past/past.ts';
import { openTestHistory } from '../../history/rig.ts';
import { calm } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const live = sampleState();

/** The past of the sample cluster, with this history. */
const pastWith = (history: ReturnType<Parameters<typeof createPast>[0]['history']>) =>
  createPast({
    history: () => history,
    cluster: { getState: () => live, subscribe: () => () => {} },
    triage: { getState: () => calm, subscribe: () => () => {} },
  });

/** The same from a history that answers so besides; undefined: not open yet. */
const pastOf = async (own?: Partial<HistoryReader>) =>
  pastWith({ reader: own && { ...createHistoryReader(await openTestHistory()), ...own } });

test('what was watched a moment ago is shown, and what was not is named', async () => {
  const db = await openTestHistory();
  const clock = new ManualClock(sampleNow);
  const writer = new HistoryWriter(db, { clock, retention: defaultRetention });
  const past = pastWith({ reader: createHistoryReader(db), flush: (moment) => writer.flush(moment) });
  writer.take(live, calm);
  await clock.advance(2_000);
  // Not written yet.
  const problem = sampleProblem({ noticedAt: clock.now() });
  writer.take({ ...live }, { ...calm, problems: [problem] });
  const problemsAt = async (at: number) => (await past.at(at)).triage.problems.map(({ key }) => key);
  const noticed = clock.now();
  await clock.advance(3_000);
  expect(past.problemBeside(clock.now(), -1)?.at).toBe(noticed);
  expect([await problemsAt(noticed), await problemsAt(noticed - 1)]).toEqual([[problem.key], []]);
  await expect(past.at(sampleNow - 60 * 60_000)).rejects.toThrow(/^the history has .*, and not /);
});

test('the past begins with the stored time, and there is none before the history is open', async () => {
  expect((await pastOf({ range: () => ({ from: 1_000, to: 2_000 }) })).from).toBe(1_000);
  const closed = await pastOf();
  expect([closed.from, closed.marks(0, 1), closed.unwatched(0, 1)]).toEqual([undefined, [], []]);
  await expect(closed.at(sampleNow)).rejects.toThrow('There is no history of that time.');
});

test('problems are marked as the history has them', async () => {
  const problem = sampleProblem();
  const stored = { at: 50, until: 70, severity: 'critical', problem } as const;
  const mark = { at: 50, until: 70, severity: 'critical', label: 'Server load: edge-1a: CPU 97%' };
  const past = await pastOf({ marks: () => [stored], markBeside: () => stored });
  expect([past.marks(0, 1_000), past.problemBeside(100, 1)]).toEqual([[mark], mark]);
});

test('unwatched times are skipped', async () => {
  const gaps = () => [
    { resource: 'journal', from: 0, to: 100_000, reason: 'TIMEOUT' },
    { resource: 'watching', from: 1_000, to: 5_000, reason: 'NOT_WATCHED' },
  ];
  const past = await pastOf({ gaps });
  // Before the gap, in it, in the first round after it, and after that.
  const times = [1_000, 1_001, 7_999, 8_000];
  const skipped = ([1, -1] as const).map((way) => times.map((at) => past.watchedBeside(at, way)));
  expect(skipped).toEqual([
    [1_000, 8_000, 8_000, 8_000],
    [1_000, 1_000, 1_000, 8_000],
  ]);
  expect((await pastOf()).watchedBeside(1_001, 1)).toBe(1_001);
});
