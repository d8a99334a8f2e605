import { expect, onTestFinished, test } from 'vitest';
import { turn } from '../../../src/base/turn.ts';
import { type LoggedIn, loginAgain } from '../../../src/cli/watch/login-again.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

/** A program whose login has that status. */
function program(status: ClusterState['session']['status']) {
  const base = sampleState();
  const at = (next: typeof status): ClusterState => ({
    ...base,
    session: { ...base.session, status: next, username: 'anna' },
  });
  const services = fakeServices(at(status));
  const { runtime } = new UiDriver(services, undefined, 'overview');
  const done: string[] = [];
  const now = () =>
    ({
      session: {
        target: { username: 'operator' },
        connection: { session: { retry: () => void done.push('retry') } },
        monitor: { refresh: () => void done.push('refresh') },
      },
      login: { setPassword: (password: string) => void done.push(`password ${password}`) },
    }) as unknown as LoggedIn;
  const end = loginAgain(now)(runtime);
  onTestFinished(() => {
    end();
    runtime.stop();
  });
  const asked = () =>
    runtime.ui.getState().dialogs.map(({ shown }) => ('label' in shown ? shown.label : 'no question'));
  return {
    runtime,
    done,
    asked,
    become: (next: typeof status) => services.show(at(next)),
    /** Undefined: the prompt is cancelled. */
    async answer(password?: string) {
      for (const letter of password ?? '') runtime.press({ name: letter, text: letter });
      runtime.press({ name: password === undefined ? 'esc' : 'enter', text: '' });
      await turn();
    },
    said: () => JSON.stringify(runtime.ui.getState()),
  };
}

test('nothing is asked while the login works, and each refusal asks once', async () => {
  const { asked, become, answer, done } = program('ok');
  expect(asked()).toEqual([]);
  become('refused');
  become('refused');
  expect(asked()).toEqual(['Login of anna refused. Password:']);
  await answer('n3w');
  expect(done).toEqual(['password n3w', 'retry', 'refresh']);
  become('refused');
  expect(asked()).toEqual(['Login of anna refused. Password:']);
  await answer();
  become('refused');
  expect(asked()).toEqual([]);
  become('ok');
  become('refused');
  expect(asked()).toHaveLength(1);
});

test.each([undefined, ''])('cancelled with %j: no login is tried until a refresh', async (typed) => {
  const { asked, answer, done, said, runtime } = program('refused');
  await answer(typed);
  expect(done).toEqual([]);
  expect(said()).toContain('castwatch does not try again. r asks for the password again.');
  runtime.press({ name: 'x', text: 'x' });
  expect(asked()).toEqual([]);
  runtime.press({ name: 'r', text: 'r' });
  expect(asked()).toHaveLength(1);
});
