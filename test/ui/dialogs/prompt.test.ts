import { expect, test, vi } from 'vitest';
import { type PromptDialog, promptDialog } from '../../../src/ui/dialogs/prompt.ts';
import { textField } from '../../../src/ui/primitives/text-field.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function open(spec: Partial<PromptDialog> = {}, columns = 80) {
  const submit = vi.fn();
  const hands = new UiDriver(fakeServices(sampleState()), { columns, rows: 24 });
  hands.runtime.open(promptDialog, { label: 'Name:', field: textField(), submit, ...spec });
  /** The last row; its background reaches the end of the window. */
  const row = () => hands.screen.split('\n').at(-1)?.replace(/ +…?$/, '');
  const cursor = () => hands.pane('dialog.prompt')?.cursor;
  return { hands, submit, row, cursor };
}

test('Enter accepts the input; Esc and ctrl-c restore what was there before', () => {
  const { hands, submit } = open();
  hands.type('anna').press('enter');
  expect(submit.mock.calls).toEqual([['anna']]);
  expect(hands.dialogs).toEqual([]);
  for (const key of ['esc', 'ctrl-c']) {
    const cancel = vi.fn();
    const other = open({ cancel });
    other.hands.type('anna').press(key);
    expect(cancel).toHaveBeenCalledOnce();
    expect([other.submit.mock.calls, other.hands.dialogs, other.hands.quits]).toEqual([[], [], 0]);
  }
});

test('an error replaces the keys, and Enter does not accept the input', () => {
  const { hands, submit, row } = open({ check: (text) => (text.includes('x') ? 'no x' : undefined) });
  hands.type('ax').press('enter');
  expect(row()).toBe(' Name: ax  ✖ no x');
  expect(submit).not.toHaveBeenCalled();
  hands.press('backspace', 'enter');
  expect(submit).toHaveBeenCalledWith('a');
});

test('a list is filtered while one types; moving the cursor does not filter again', () => {
  const live = vi.fn();
  const { hands } = open({ live });
  hands.type('ab').press('left');
  expect(live.mock.calls).toEqual([['a'], ['ab']]);
  hands.paste('c\n d');
  expect(live.mock.lastCall).toEqual(['ac db']);
});

test('up and down go through earlier inputs, newest first, and end with an empty field', () => {
  const live = vi.fn();
  const { hands, submit, row } = open({ history: ['new', 'old'], live });
  expect(row()).toBe(' Name:   Enter apply · Esc cancel · ↑ earlier');
  const shown = [['down', 'up'], ['up', 'up'], ['down'], ['down']].map((keys) => {
    hands.press(...keys);
    return [/Name: (\w*) /.exec(row() ?? '')?.[1], live.mock.lastCall?.[0]];
  });
  expect(shown).toEqual(['new', 'old', 'new', ''].map((text) => [text, text]));
  hands.press('up', 'enter');
  expect(submit).toHaveBeenCalledWith('new');
  expect(open({ history: [] }).row()).not.toContain('earlier');
});

test('a secret is shown as dots, with the cursor in its place', () => {
  const { hands, row, cursor } = open({ masked: true });
  hands.type('geh').paste('é👨‍👩‍👧').press('left');
  expect(row()).toBe(' Name: •••••  Enter apply · Esc cancel');
  expect(cursor()?.x).toBe(11);
});
