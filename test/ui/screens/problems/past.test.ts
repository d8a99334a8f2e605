import { expect, test } from 'vitest';
import type { Past } from '../../../../src/actions/time-travel.ts';
import { turn } from '../../../../src/base/turn.ts';
import { calm, fakeServices } from '../../../support/fake-services.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const problem = (name: string) =>
  sampleProblem({ key: `server-hot:${name}`, severity: 'warning', subject: { kind: 'server', name } });

/** The Problems screen with three problems now, and in the past only those of the servers in `earlier`. */
function open(earlier: readonly string[]) {
  const then = { ...calm, problems: earlier.map(problem) };
  const past: Past = {
    from: sampleNow - 3_600_000,
    at: async (at) => ({ at, state: sampleState(), triage: then, resolution: undefined }),
    ...{ marks: () => [], unwatched: () => [], problemBeside: () => undefined, watchedBeside: (at) => at },
  };
  const services = fakeServices(sampleState(), { session: { past } });
  services.show(sampleState(), { ...calm, problems: ['edge-a', 'edge-b', 'edge-c'].map(problem) });
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, 'problems');
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
  const { hands, press, selected } = open(earlier);
  await press('j', 'j');
  expect(selected()).toBe('edge-c');
  await press('[');
  expect(hands.runtime.ui.getState().held?.mode).toBe('past');
  expect(selected()).toBe(inPast);
  await press('end');
  expect(hands.runtime.ui.getState().held).toBeUndefined();
  expect(selected()).toBe('edge-c');
});
