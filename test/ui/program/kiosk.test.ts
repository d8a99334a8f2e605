import { expect, onTestFinished, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import { helpDialog } from '../../../src/ui/dialogs/help.ts';
import { startKiosk } from '../../../src/ui/program/kiosk.ts';
import { problemInFull } from '../../../src/views/problems/words.ts';
import { textOf } from '../../support/drawn-table.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function setUp(columns = 160, rows = 50, problems: readonly Problem[] = [], demo = true) {
  const { facts } = fakeServices(sampleState());
  const services = fakeServices(sampleState(), {
    facts: { ...facts, demo },
    triage: { getState: () => ({ ...calm, problems }), subscribe: () => () => {} },
  });
  const { runtime } = new UiDriver(services, { columns, rows }, 'overview');
  runtime.start();
  const end = startKiosk(runtime, 10);
  onTestFinished(() => {
    end();
    runtime.stop();
  });
  const text = () =>
    runtime
      .panes()
      .flatMap(({ lines }) => lines.map(textOf))
      .join('\n');
  return { services, clock: services.clock, runtime, end, text };
}

test('the tour shows one screen after the other and begins again at the end', async () => {
  const { clock, runtime } = setUp();
  const seen: string[] = [];
  await clock.advance(4_000);
  for (let n = 0; n < 6; n++) {
    seen.push(runtime.ui.getState().screen);
    await clock.advance(10_000);
  }
  expect(seen).toEqual(['overview', 'servers', 'streams', 'journal', 'applications', 'overview']);
});

test('the tour waits for the first answer of a real cluster', async () => {
  const { clock, runtime, services } = setUp(160, 50, [], false);
  const state = sampleState();
  const { value, ...unread } = state.dashboard;
  services.cluster.getState = () => ({ ...state, dashboard: { ...unread, value: undefined } });
  runtime.ui.setState({ band: undefined });
  await clock.advance(20_000);
  expect(runtime.ui.getState().band).toBeUndefined();
  services.cluster.getState = () => state;
  await clock.advance(2_000);
  expect(runtime.ui.getState().band).toBeDefined();
});

const problem = sampleProblem();

test('a key stops the tour until a minute after the last key', async () => {
  const { clock, runtime } = setUp();
  runtime.press({ name: '6', text: '6' });
  await clock.advance(30_000);
  runtime.press({ name: '?', text: '?' });
  await clock.advance(59_000);
  expect(runtime.ui.getState()).toMatchObject({ screen: 'users', dialogs: [{ dialog: helpDialog }] });
  await clock.advance(1_000);
  expect(runtime.ui.getState()).toMatchObject({ screen: 'overview', dialogs: [] });
  await clock.advance(10_000);
  expect(runtime.ui.getState()).toMatchObject({ screen: 'servers', dialogs: [] });
});

test('each stop says what is wrong on its screen, or nothing where that is not known', async () => {
  const captions = async (problems: readonly Problem[]) => {
    const { clock, runtime } = setUp(160, 50, problems);
    const seen: string[] = [];
    await clock.advance(4_000);
    for (let stop = 0; stop < 7; stop++) {
      const { band } = runtime.ui.getState();
      seen.push(`${band?.title}: ${band?.caption}`);
      await clock.advance(10_000);
    }
    return seen.join('\n');
  };
  const calmly = await captions([]);
  // The state of the test is never read anew, so nothing is called well.
  expect(calmly).toContain('Every server: Every server with its load.');
  expect(calmly).not.toContain('What is wrong');
  const badly = await captions([problem]);
  expect(badly).toContain(`What is wrong: ${problemInFull(problem)}`);
  expect(badly).toContain(`Every server: ${problemInFull(problem)}`);
  expect(badly).toContain('Streams: Every stream with its health.');
});
