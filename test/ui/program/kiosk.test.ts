import { expect, onTestFinished, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import { helpDialog } from '../../../src/ui/dialogs/help.ts';
import { startKiosk } from '../../../src/ui/program/kiosk.ts';
import { problemInFull } from '../../../src/views/problems/words.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';
import { openScreen } from '../open-screen.ts';

function setUp(problems: readonly Problem[] = [], demo = true) {
  const facts = { ...sampleView(sampleState()).facts, demo };
  const size = { columns: 160, rows: 50 };
  const { hands, services } = openScreen('overview', sampleState(), { problems, size, services: { facts } });
  const { runtime } = hands;
  const end = startKiosk(runtime, 10);
  onTestFinished(() => {
    end();
    runtime.stop();
  });
  return { hands, services, clock: services.clock, runtime };
}

test('the tour shows one screen after the other and begins again at the end', async () => {
  const { clock, hands } = setUp();
  const seen: string[] = [];
  await clock.advance(4_000);
  for (let n = 0; n < 6; n++) {
    seen.push(hands.ui.screen);
    await clock.advance(10_000);
  }
  expect(seen).toEqual(['overview', 'servers', 'streams', 'journal', 'applications', 'overview']);
});

test('the tour waits for the first answer of a real cluster', async () => {
  const { clock, hands, runtime, services } = setUp([], false);
  const state = sampleState();
  services.show({ ...state, dashboard: { ...state.dashboard, value: undefined } });
  runtime.ui.setState({ band: undefined });
  await clock.advance(20_000);
  expect(hands.ui.band).toBeUndefined();
  services.show(state);
  await clock.advance(2_000);
  expect(hands.ui.band).toBeDefined();
});

test('a key stops the tour until a minute after the last key', async () => {
  const { clock, hands } = setUp();
  hands.press('6');
  await clock.advance(30_000);
  hands.press('?');
  await clock.advance(59_000);
  expect(hands.ui).toMatchObject({ screen: 'users', dialogs: [{ dialog: helpDialog }] });
  await clock.advance(1_000);
  expect(hands.ui).toMatchObject({ screen: 'overview', dialogs: [] });
  await clock.advance(10_000);
  expect(hands.ui).toMatchObject({ screen: 'servers', dialogs: [] });
});

test('each stop says what is wrong on its screen, or nothing where that is not known', async () => {
  const captions = async (problems: readonly Problem[]) => {
    const { clock, hands } = setUp(problems);
    const seen: string[] = [];
    await clock.advance(4_000);
    for (let stop = 0; stop < 7; stop++) {
      const { band } = hands.ui;
      seen.push(`${band?.title}: ${band?.caption}`);
      await clock.advance(10_000);
    }
    return seen.join('\n');
  };
  const calmly = await captions([]);
  // The state of the test is never read anew, so nothing is called well.
  expect(calmly).toContain('Every server: Every server with its load.');
  expect(calmly).not.toContain('What is wrong');
  const problem = sampleProblem();
  const badly = await captions([problem]);
  expect(badly).toContain(`What is wrong: ${problemInFull(problem)}`);
  expect(badly).toContain(`Every server: ${problemInFull(problem)}`);
  expect(badly).toContain('Streams: Every stream with its health.');
});
