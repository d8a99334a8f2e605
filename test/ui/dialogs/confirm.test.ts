import { expect, test, vi } from 'vitest';
import type { Outcome } from '../../../src/actions/outcome.ts';
import { formDialog } from '../../../src/ui/dialogs/form.ts';
import type { FormSpec } from '../../../src/ui/forms/form.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const done: Outcome<undefined> = { kind: 'confirmed', value: undefined, message: 'Deleted.' };

/** A question is a form without fields. */
function asked(spec: Partial<FormSpec> = {}, size?: { columns: number; rows: number }) {
  const submit = vi.fn(async (): Promise<Outcome<unknown>> => done);
  const hands = new UiDriver(fakeServices(sampleState()), size);
  const whole: FormSpec = {
    title: 'Delete a user',
    fields: [],
    plan: () => ({ action: 'Delete user 42 (anna)', changes: [], notes: ['Sent is: DELETE /api/users/42'] }),
    typed: 'anna',
    submit,
    ...spec,
  };
  hands.runtime.open(formDialog(whole, hands.runtime.view));
  return { hands, submit };
}

test('Enter alone, y and a part of the name send nothing; the whole name and Enter send', async () => {
  const { hands, submit } = asked();
  hands.press('enter', 'enter', 'y', 'enter', 'backspace').type('ann').press('enter');
  expect(submit).not.toHaveBeenCalled();
  hands.sees('Enter sends once complete').type('a').press('enter', 'enter', 'enter');
  await eventually(() => expect(hands.dialogs).toEqual([]));
  expect(submit).toHaveBeenCalledTimes(1);
  expect(hands.notice).toBe('Deleted.');
});

test.each(['Anna', 'anna ', ' anna', 'annaa', ''])(
  '‘%s’ is not accepted as the name, and Esc sends nothing',
  (typed) => {
    const { hands, submit } = asked();
    hands.type(typed).press('enter', 'esc');
    expect([hands.dialogs, submit.mock.calls]).toEqual([[], []]);
  },
);

test('a name with hostile characters is typed as it is shown, or pasted as it is', async () => {
  const typed = asked({ typed: 'an\u001bna' });
  typed.hands.type('an␛na').press('enter');
  expect(typed.submit).toHaveBeenCalledTimes(1);
  const pasted = asked({ typed: 'オペレーター' });
  pasted.hands.paste('オペレーター\n').press('enter');
  expect(pasted.submit).toHaveBeenCalledTimes(1);
});
