import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../src/actions/outcome.ts';
import { formDialog } from '../../../src/ui/dialogs/form.ts';
import type { FieldSpec } from '../../../src/ui/forms/field.ts';
import type { FormSpec, SendTools } from '../../../src/ui/forms/form.ts';
import type { FormValues } from '../../../src/ui/forms/values.ts';
import type { Services } from '../../../src/ui/services.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const done: Outcome<undefined> = { kind: 'confirmed', value: undefined, message: 'It is done.' };

/** An open form and what it sent. */
function opened(
  fields: readonly FieldSpec[],
  options: {
    size?: { columns: number; rows: number };
    services?: Partial<Services>;
    outcome?: (tools: SendTools) => Promise<Outcome<unknown>>;
  } = {},
) {
  const sent: FormValues[] = [];
  const hands = new UiDriver(fakeServices(sampleState(), options.services), options.size);
  const spec: FormSpec = {
    title: 'A form',
    fields,
    plan: (values) => ({
      action: 'Do it',
      changes: fields
        .filter(({ name }) => values[name] !== undefined && values[name] !== '')
        .map(({ label, name, kind }) => ({
          label,
          after: kind === 'secret' ? '(changed)' : JSON.stringify(values[name]),
        })),
    }),
    submit: async (values, tools) => {
      sent.push(values);
      return options.outcome ? options.outcome(tools) : done;
    },
  };
  hands.runtime.open(formDialog(spec, hands.runtime.view));
  return { hands, sent };
}

const text: FieldSpec = { kind: 'text', name: 'name', label: 'Name' };
async function sentBy(hands: UiDriver, sent: readonly FormValues[]): Promise<FormValues> {
  hands.press('enter', 'y');
  await eventually(() => expect(sent.length).toBeGreaterThan(0));
  return sent.at(-1) ?? {};
}

describe('a line of text', () => {
  test.each<[string, (hands: UiDriver) => unknown, string]>([
    ['typed', (hands) => hands.type('anna b'), 'anna b'],
    ['a paste loses its line end', (hands) => hands.paste('anna\r\n'), 'anna'],
    ['pasted lines become words', (hands) => hands.paste('anna\nmaria'), 'anna maria'],
    ['a paste loses control characters', (hands) => hands.paste('a\u001b[31mnna'), 'a[31mnna'],
  ])('%s', async (_what, act, expected) => {
    const { hands, sent } = opened([text]);
    act(hands);
    expect(await sentBy(hands, sent)).toEqual({ name: expected });
  });

  test('the text around the cursor is visible, however long the text is', () => {
    const { hands } = opened([text], { size: { columns: 40, rows: 12 } });
    hands.type(`${'x'.repeat(200)}END`);
    expect(hands.screen).toContain('END');
    hands.press('home').type('BEGIN');
    expect(hands.screen).toContain('BEGIN');
    expect(hands.screen).not.toContain('END');
  });
});

describe('a secret', () => {
  const fields: FieldSpec[] = [{ kind: 'secret', name: 'password', label: 'Password' }, text];

  test('is shown as dots unless ctrl-r reveals it while it has the focus, and is not in the review', async () => {
    const { hands, sent } = opened(fields);
    hands.type('s3cret-value');
    expect(hands.screen).toContain('••••••••••••');
    expect(hands.frames.join('')).not.toContain('s3cret');
    hands.press('ctrl-r');
    expect(hands.screen).toContain('s3cret-value');
    hands.press('tab');
    expect(hands.screen).not.toContain('s3cret');
    hands.press('enter');
    expect(hands.screen).toContain('Password  (changed)');
    expect(hands.screen).not.toContain('s3cret');
    hands.press('y');
    await eventually(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.password).toBe('s3cret-value');
  });

  test('keeps every pasted character but the line end that copying added', async () => {
    const { hands, sent } = opened(fields);
    hands.paste(' pa ss\twörd \n');
    expect((await sentBy(hands, sent)).password).toBe(' pa ss\twörd ');
  });
});

describe('a number', () => {
  const limit = (patch: object = {}): FieldSpec => ({
    ...{ kind: 'number', name: 'limit', label: 'Limit', noLimit: true, min: 0, required: true, initial: 8 },
    ...patch,
  });

  test.each<[string, (hands: UiDriver) => unknown, number | null]>([
    ['typed', (hands) => hands.press('ctrl-u').type('12'), 12],
    ['no limit', (hands) => hands.press('n'), null],
    ['no limit and back', (hands) => hands.press('n', 'n'), 8],
    ['a digit replaces "no limit"', (hands) => hands.press('n').type('5'), 5],
    ['zero is a limit, not its absence', (hands) => hands.press('ctrl-u').type('0'), 0],
  ])('%s', async (_what, act, expected) => {
    const { hands, sent } = opened([limit()]);
    act(hands);
    expect(await sentBy(hands, sent)).toEqual({ limit: expected });
  });

  test.each([
    ['12x', 'whole number'],
    ['-3', 'at least 0'],
    ['', 'needed'],
    ['99999999999999999999', 'whole number'],
  ])('‘%s’ is reported as wrong and not sent', (typed, said) => {
    const { hands, sent } = opened([limit()]);
    hands.press('ctrl-u').type(typed).press('enter');
    expect(hands.screen).toContain(said);
    expect(sent).toEqual([]);
  });
});

test('a long choice is searched by typing; a search without a match changes nothing', async () => {
  const options = Array.from({ length: 400 }, (_, index) => ({
    value: `zone-${index}`,
    label: `Zone ${index}`,
  }));
  const { hands, sent } = opened([{ kind: 'choice', name: 'zone', label: 'Zone', options, rows: 5 }]);
  hands.type('zone 37');
  expect(hands.screen).toContain('● Zone 37');
  hands.type('x').press('down');
  expect(hands.screen).toContain('● Zone 370');
  expect(await sentBy(hands, sent)).toEqual({ zone: 'zone-370' });
});

test('a grid chooses one level for each row, and continues with the next field at its ends', async () => {
  const rows = ['server', 'viewer'].map((value) => ({ value, label: value }));
  const levels = ['none', 'read_only', 'read_write'].map((value) => ({ value, label: value }));
  const { hands, sent } = opened([
    { kind: 'grid', name: 'rights', label: 'Rights', rows, levels, initial: { server: 'none' } },
    text,
  ]);
  hands.press('right', 'down', '3', 'down').type('typed below');
  expect(await sentBy(hands, sent)).toEqual({
    rights: { server: 'read_only', viewer: 'read_write' },
    name: 'typed below',
  });
});

describe('several rows of text', () => {
  const field: FieldSpec = { kind: 'lines', name: 'text', label: 'Text', initial: 'one' };

  test('are edited in the editor, and then the cursor is at the end', async () => {
    const editText = vi.fn(async (before: string) => `${before}\ntwo`);
    const { hands, sent } = opened([field], { services: { editText } });
    hands.press('ctrl-o');
    await eventually(() => expect(hands.screen).toContain('two'));
    hands.type('!');
    expect(editText).toHaveBeenCalledWith('one');
    expect(await sentBy(hands, sent)).toEqual({ text: 'one\ntwo!' });
  });

  test('keep what was typed when the editor fails', async () => {
    const editText = () => Promise.reject(new Error('vi could not be run'));
    const { hands } = opened([field], { services: { editText } });
    hands.type(' more').press('ctrl-o');
    await eventually(() => expect(hands.notice).toContain('vi could not be run'));
    expect(hands.screen).toContain('one more');
  });
});

describe('a path', () => {
  const fields: FieldSpec[] = [{ kind: 'file', name: 'file', label: 'File' }, text];

  test('is completed by Tab as far as it is unique; then Tab goes to the next field', async () => {
    const all = ['/srv/images/a.png', '/srv/images/b.png', '/srv/other/'];
    const completePath = async (typed: string) => all.filter((path) => path.startsWith(typed));
    const { hands, sent } = opened(fields, { services: { completePath } });
    hands.type('/srv/i').press('tab');
    await eventually(() => expect(hands.screen).toContain('/srv/images/ '));
    hands.type('b').press('tab');
    await eventually(() => expect(hands.screen).toContain('/srv/images/b.png'));
    hands.press('tab');
    await eventually(() => expect(hands.screen).toContain('▸ Name'));
    expect(await sentBy(hands, sent)).toMatchObject({ file: '/srv/images/b.png' });
  });

  test('keeps what was typed when a completion comes late', async () => {
    const late = Promise.withResolvers<readonly string[]>();
    const completePath = (typed: string) => (typed === '/a' ? late.promise : Promise.resolve([]));
    const { hands } = opened(fields, { services: { completePath } });
    hands.type('/a').press('tab').type('b');
    late.resolve(['/alpha']);
    // Requested after it, so answered after it: by then the late one has come.
    hands.press('tab');
    await eventually(() => expect(hands.screen).toContain('▸ Name'));
    expect(hands.screen).toContain('/ab');
    expect(hands.screen).not.toContain('/alpha');
  });
});

describe('leaving a form', () => {
  test('by Esc needs no question where nothing was changed', () => {
    const { hands } = opened([text]);
    hands.press('esc');
    expect(hands.dialogs).toEqual([]);
  });

  test('by Esc asks when something was changed; y discards it, any other key stays', () => {
    const { hands } = opened([text]);
    hands.type('anna').press('esc');
    expect(hands.screen).toContain('unsaved changes: y discards, any other key continues');
    hands.press('esc');
    expect(hands.screen).toContain('anna');
    hands.press('esc', 'y');
    expect(hands.dialogs).toEqual([]);
  });
});

describe('sending a form', () => {
  test('needs y in the review: Enter only opens the review', async () => {
    const { hands, sent } = opened([text]);
    hands.type('anna').press('enter', 'enter', 'enter', 'space');
    expect(hands.screen).toContain('to sample (https://cluster.example.net) as operator');
    expect(sent).toEqual([]);
    hands.press('y');
    await eventually(() => expect(hands.dialogs).toEqual([]));
    expect(sent).toHaveLength(1);
    expect(hands.notice).toBe('It is done.');
  });

  test('to a production cluster is marked in the review', () => {
    const services = fakeServices(sampleState());
    const { hands } = opened([text], { services: { facts: { ...services.facts, production: true } } });
    hands.type('anna').press('enter');
    expect(hands.screen).toContain(' PRODUCTION ');
  });

  test('is not possible when nothing was changed', () => {
    const { hands, sent } = opened([text]);
    hands.press('enter', 'y');
    expect(hands.screen).toContain('Nothing was changed');
    expect(sent).toEqual([]);
  });

  test('shows errors of the server at their fields, others at the top, and keeps all input', async () => {
    const fields: FieldSpec[] = [text, { kind: 'text', name: 'other', label: 'Other' }];
    const { hands } = opened(fields, {
      outcome: async () => ({
        kind: 'refused',
        message: 'Not valid',
        status: 400,
        fields: { other: ['is taken'], algorithm: ['is not yours'] },
      }),
    });
    hands.type('anna').press('tab').type('second').press('enter', 'y');
    await eventually(() => expect(hands.screen).toContain('✖ is taken'));
    expect(hands.screen).toContain('Not valid algorithm: is not yours');
    expect(hands.screen).toContain('▸ Other');
    expect(hands.screen).toContain('anna');
    expect(hands.screen).toContain('second');
    hands.type('x');
    expect(hands.screen).not.toContain('is taken');
  });

  test('with an unknown outcome says how to find out, does not repeat it, and leads back', async () => {
    const { hands, sent } = opened([text], {
      outcome: async () => ({
        kind: 'unknown',
        message: 'It may have happened.',
        howToFindOut: 'Look there.',
      }),
    });
    hands.type('anna').press('enter', 'y');
    await eventually(() => expect(hands.screen).toContain('May have happened'));
    expect(hands.screen).toContain('Look there.');
    hands.press('y', 'esc');
    expect(sent).toHaveLength(1);
    expect(hands.screen).toContain('anna');
  });

  test('can be cancelled with Esc and y, and the result is told', async () => {
    const { hands } = opened([text], {
      outcome: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve({ kind: 'refused', fields: {}, message: 'Called off.' }),
          ),
        ),
    });
    hands.type('anna').press('enter', 'y', 'x', 'enter');
    expect(hands.screen).toContain('Sending');
    hands.press('esc', 'x');
    expect(hands.screen).toContain('Sending');
    hands.press('esc', 'y');
    await eventually(() => expect(hands.screen).toContain('Called off.'));
  });

  test('shows its progress', async () => {
    const { hands } = opened([text], {
      outcome: ({ onProgress }) => {
        onProgress(50, 200);
        return new Promise(() => {});
      },
    });
    hands.type('anna').press('enter', 'y');
    await eventually(() => expect(hands.screen).toMatch(/█+░+ +25%/));
  });

  test('reaches no cluster when the cluster changed meanwhile', () => {
    const services = fakeServices(sampleState());
    const { hands, sent } = opened([text], { services: { cluster: services.cluster } });
    hands.type('anna').press('enter');
    services.show(sampleState({ name: 'other', url: 'https://other.example.net' }));
    expect(hands.screen).toContain('to sample (https://cluster.example.net)');
    hands.press('y');
    expect(hands.screen).toContain('castwatch now watches other');
    expect(sent).toEqual([]);
  });
});

describe('checks', () => {
  test('report while one types; a missing value is reported only after the field was left', () => {
    const { hands } = opened([
      { ...text, required: true, check: (value) => (String(value).length > 3 ? 'at most 3' : undefined) },
      { kind: 'text', name: 'other', label: 'Other' },
    ]);
    expect(hands.screen).not.toContain('needed');
    hands.press('tab');
    expect(hands.screen).toContain('✖ needed');
    hands.press('shift-tab').type('four');
    expect(hands.screen).toContain('✖ at most 3');
    hands.press('backspace');
    expect(hands.screen).not.toContain('✖');
  });

  test('that take time delay sending, and count only for the value that they checked', async () => {
    const checkLater = async (value: unknown) => (value === 'good' ? undefined : 'its content is no image');
    const { hands, sent } = opened([{ ...text, checkLater }]);
    hands.type('bad').press('enter', 'y');
    await eventually(() => expect(hands.screen).toContain('✖ its content is no image'));
    expect(sent).toEqual([]);
    hands.press('ctrl-u').type('good').press('enter');
    await eventually(() => expect(hands.screen).toContain('y send'));
    hands.press('y');
    await eventually(() => expect(sent).toHaveLength(1));
  });

  test('that only warn do not prevent sending', async () => {
    const { hands, sent } = opened([{ ...text, warn: () => 'looks odd' }]);
    hands.type('anna');
    expect(hands.screen).toContain('▲ looks odd');
    expect(await sentBy(hands, sent)).toEqual({ name: 'anna' });
  });

  test('skip a hidden field, which is not sent either', async () => {
    const { hands, sent } = opened([
      { kind: 'toggle', name: 'countdown', label: 'Countdown' },
      {
        ...{ kind: 'text', name: 'date', label: 'Date', required: true },
        when: (values) => values.countdown === true,
      },
    ]);
    expect(hands.screen).not.toContain('Date');
    hands.press('space');
    expect(hands.screen).toContain('Date');
    hands.press('enter');
    expect(hands.screen).toContain('✖ needed');
    hands.press('shift-tab', 'space');
    expect(await sentBy(hands, sent)).toEqual({ countdown: false });
  });

  test('do not apply to a locked field, which says why it is locked and takes no focus', () => {
    const { hands } = opened([
      { ...text, initial: 'fixed', locked: 'locked by STORM_NAME' } as FieldSpec,
      { kind: 'text', name: 'other', label: 'Other' },
    ]);
    hands.type('typed').press('tab').type('!');
    expect(hands.screen).toContain('not editable: locked by STORM_NAME');
    expect(hands.screen).toContain('typed!');
    expect(hands.screen).toContain('fixed');
  });
});
