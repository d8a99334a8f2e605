import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../src/actions/outcome.ts';
import { turn } from '../../../src/base/turn.ts';
import { openForm } from '../../../src/ui/dialogs/form.ts';
import type { FieldSpec } from '../../../src/ui/forms/field.ts';
import type { FormSpec, SendTools } from '../../../src/ui/forms/form.ts';
import type { FormValues } from '../../../src/ui/forms/values.ts';
import type { Services } from '../../../src/ui/services.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const done: Outcome<undefined> = { kind: 'confirmed', value: undefined, message: 'It is done.' };

interface Options {
  readonly size?: { columns: number; rows: number };
  readonly services?: Partial<Services>;
  readonly outcome?: (tools: SendTools) => Promise<Outcome<unknown>>;
  readonly spec?: Partial<FormSpec>;
}

/** An open form and what it sent. */
function opened(fields: readonly FieldSpec[], { size, services, outcome, spec }: Options = {}) {
  const sent: FormValues[] = [];
  const hands = new UiDriver(fakeServices(sampleState(), services), size);
  const shown = (value: unknown, kind: string) => (kind === 'secret' ? '(changed)' : JSON.stringify(value));
  const whole: FormSpec = {
    title: 'A form',
    fields,
    plan: (values) => ({
      action: 'Do it',
      changes: fields
        .filter(({ name }) => values[name] !== undefined && values[name] !== '')
        .map(({ label, name, kind }) => ({ label, after: shown(values[name], kind) })),
    }),
    submit: async (values, tools) => {
      sent.push(values);
      return outcome ? outcome(tools) : done;
    },
    ...spec,
  };
  openForm(whole, hands.runtime);
  return { hands, sent };
}

const text = { kind: 'text', name: 'name', label: 'Name' } as const satisfies FieldSpec;
const other = { kind: 'text', name: 'other', label: 'Other' } as const satisfies FieldSpec;

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
    hands.sees('END').press('home').type('BEGIN').sees('BEGIN').lacks('END');
  });
});

describe('a secret', () => {
  const fields: FieldSpec[] = [{ kind: 'secret', name: 'password', label: 'Password' }, text];

  test('is shown as dots unless ctrl-r reveals it while it has the focus, and is not in the review', async () => {
    const { hands, sent } = opened(fields);
    hands.type('s3cret-value').sees('••••••••••••');
    expect(hands.frames.join('')).not.toContain('s3cret');
    hands.press('ctrl-r').sees('s3cret-value').press('tab').lacks('s3cret').press('enter');
    hands.sees('Password  (changed)').lacks('s3cret').press('y');
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
  const bounds = { noLimit: true, min: 0, required: true, initial: 8 };
  const limit: FieldSpec = { kind: 'number', name: 'limit', label: 'Limit', ...bounds };

  test.each<[string, (hands: UiDriver) => unknown, number | null]>([
    ['typed', (hands) => hands.press('ctrl-u').type('12'), 12],
    ['no limit', (hands) => hands.press('n'), null],
    ['no limit and back', (hands) => hands.press('n', 'n'), 8],
    ['a digit replaces "no limit"', (hands) => hands.press('n').type('5'), 5],
    ['zero is a limit, not its absence', (hands) => hands.press('ctrl-u').type('0'), 0],
  ])('%s', async (_what, act, expected) => {
    const { hands, sent } = opened([limit]);
    act(hands);
    expect(await sentBy(hands, sent)).toEqual({ limit: expected });
  });

  test.each([
    ['12x', 'whole number'],
    ['-3', 'at least 0'],
    ['', 'needed'],
    ['99999999999999999999', 'whole number'],
  ])('‘%s’ is reported as wrong and not sent', (typed, said) => {
    const { hands, sent } = opened([limit]);
    hands.press('ctrl-u').type(typed).press('enter').sees(said);
    expect(sent).toEqual([]);
  });
});

test('a long choice is searched by typing; a search without a match changes nothing', async () => {
  const options = Array.from({ length: 400 }, (_, at) => ({ value: `zone-${at}`, label: `Zone ${at}` }));
  const { hands, sent } = opened([{ kind: 'choice', name: 'zone', label: 'Zone', options, rows: 5 }]);
  hands.type('zone 37').sees('● Zone 37').type('x').press('down').sees('● Zone 370');
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
    await eventually(() => hands.sees('two'));
    hands.type('!');
    expect(editText).toHaveBeenCalledWith('one');
    expect(await sentBy(hands, sent)).toEqual({ text: 'one\ntwo!' });
  });

  test('keep what was typed when the editor fails', async () => {
    const editText = () => Promise.reject(new Error('vi could not be run'));
    const { hands } = opened([field], { services: { editText } });
    hands.type(' more').press('ctrl-o');
    await eventually(() => expect(hands.notice).toContain('vi could not be run'));
    hands.sees('one more');
  });
});

describe('a path', () => {
  const fields: FieldSpec[] = [{ kind: 'file', name: 'file', label: 'File' }, text];

  test('is completed by Tab as far as it is unique; then Tab goes to the next field', async () => {
    const all = ['/srv/images/a.png', '/srv/images/b.png', '/srv/other/'];
    const completePath = async (typed: string) => all.filter((path) => path.startsWith(typed));
    const { hands, sent } = opened(fields, { services: { completePath } });
    hands.type('/srv/i').press('tab');
    await eventually(() => hands.sees('/srv/images/ '));
    hands.type('b').press('tab');
    await eventually(() => hands.sees('/srv/images/b.png'));
    hands.press('tab');
    await eventually(() => hands.sees('▸ Name'));
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
    await eventually(() => hands.sees('▸ Name'));
    hands.sees('/ab').lacks('/alpha');
  });
});

describe('leaving a form', () => {
  test('by Esc asks only when something was changed; y discards it, any other key stays', () => {
    expect(opened([text]).hands.press('esc').dialogs).toEqual([]);
    const { hands } = opened([text]);
    hands.type('anna').press('esc').sees('unsaved changes: y discards, any other key continues').press('esc');
    hands.sees('anna').press('esc', 'y');
    expect(hands.dialogs).toEqual([]);
  });
});

describe('sending a form', () => {
  test('needs y in the review: Enter only opens the review', async () => {
    const { hands, sent } = opened([text]);
    hands.type('anna').press('enter', 'enter', 'enter', 'space');
    hands.sees('to sample (https://cluster.example.net) as operator');
    expect(sent).toEqual([]);
    hands.press('y');
    await eventually(() => expect(hands.dialogs).toEqual([]));
    expect([sent.length, hands.notice]).toEqual([1, 'It is done.']);
  });

  test('to a production cluster is marked in the review', () => {
    const { facts } = fakeServices(sampleState());
    const { hands } = opened([text], { services: { facts: { ...facts, production: true } } });
    hands.type('anna').press('enter').sees(' PRODUCTION ');
  });

  test('is not possible when nothing was changed', () => {
    const { hands, sent } = opened([text]);
    hands.press('enter', 'y').sees('Nothing was changed');
    expect(sent).toEqual([]);
  });

  test('shows errors of the server at their fields, others at the top, and keeps all input', async () => {
    const fields: FieldSpec[] = [text, other];
    const errors = { other: ['is taken'], algorithm: ['is not yours'] };
    const refused = { kind: 'refused', message: 'Not valid', status: 400, fields: errors } as const;
    const { hands } = opened(fields, { outcome: async () => refused });
    hands.type('anna').press('tab').type('second').press('enter', 'y');
    await eventually(() => hands.sees('✖ is taken'));
    hands.sees('Not valid algorithm: is not yours', '▸ Other', 'anna', 'second').type('x').lacks('is taken');
  });

  test('with an unknown outcome says how to find out, does not repeat it, and leads back', async () => {
    const unknown = {
      kind: 'unknown',
      message: 'It may have happened.',
      howToFindOut: 'Look there.',
    } as const;
    const { hands, sent } = opened([text], { outcome: async () => unknown });
    hands.type('anna').press('enter', 'y');
    await eventually(() => hands.sees('May have happened'));
    hands.sees('Look there.').press('y', 'esc');
    expect(sent).toHaveLength(1);
    hands.sees('anna');
  });

  test('can be cancelled with Esc and y, and the result is told', async () => {
    const calledOff = { kind: 'refused', fields: {}, message: 'Called off.' } as const;
    const { hands } = opened([text], {
      outcome: ({ signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(calledOff))),
    });
    hands.type('anna').press('enter', 'y', 'x', 'enter').sees('Sending').press('esc', 'x').sees('Sending');
    hands.press('esc', 'y');
    await eventually(() => hands.sees('Called off.'));
  });

  test('shows its progress', async () => {
    const { hands } = opened([text], {
      outcome: ({ onProgress }) => {
        onProgress(50, 200);
        return new Promise(() => {});
      },
    });
    hands.type('anna').press('enter', 'y');
    await eventually(() => hands.sees(/█+░+ +25%/));
  });

  test('reaches no cluster when the cluster changed meanwhile', () => {
    const services = fakeServices(sampleState());
    const { hands, sent } = opened([text], { services: { cluster: services.cluster } });
    hands.type('anna').press('enter');
    services.show(sampleState({ name: 'other', url: 'https://other.example.net' }));
    hands.sees('to sample (https://cluster.example.net)').press('y').sees('castwatch now watches other');
    expect(sent).toEqual([]);
  });
});

describe('checks', () => {
  test('report while one types; a missing value is reported only after the field was left', () => {
    const { hands } = opened([
      { ...text, required: true, check: (value) => (String(value).length > 3 ? 'at most 3' : undefined) },
      other,
    ]);
    hands.lacks('needed').press('tab').sees('✖ needed').press('shift-tab').type('four').sees('✖ at most 3');
    hands.press('backspace').lacks('✖');
  });

  test('that take time delay sending, and count only for the value that they checked', async () => {
    const checkLater = async (value: unknown) => (value === 'good' ? undefined : 'its content is no image');
    const { hands, sent } = opened([{ ...text, checkLater }]);
    hands.type('bad').press('enter', 'y');
    await eventually(() => hands.sees('✖ its content is no image'));
    expect(sent).toEqual([]);
    hands.press('ctrl-u').type('good');
    await turn();
    hands.lacks('its content').press('enter');
    await eventually(() => hands.sees('y send'));
    hands.press('y');
    await eventually(() => expect(sent).toHaveLength(1));
  });

  test('that only warn do not prevent sending', async () => {
    const { hands, sent } = opened([{ ...text, warn: () => 'looks odd' }]);
    hands.type('anna').sees('▲ looks odd');
    expect(await sentBy(hands, sent)).toEqual({ name: 'anna' });
  });

  test('skip a hidden field, which is not sent either', async () => {
    const { hands, sent } = opened([
      { kind: 'toggle', name: 'countdown', label: 'Countdown' },
      { ...other, label: 'Date', required: true, when: (values) => values.countdown === true },
    ]);
    hands.lacks('Date').press('space').sees('Date').press('enter').sees('✖ needed');
    hands.press('shift-tab', 'space');
    expect(await sentBy(hands, sent)).toEqual({ countdown: false });
  });

  test('do not apply to a locked field, which says why it is locked and takes no focus', () => {
    const { hands } = opened([{ ...text, initial: 'fixed', locked: 'locked by STORM_NAME' }, other]);
    hands.type('typed').press('tab').type('!').sees('not editable: locked by STORM_NAME', 'typed!', 'fixed');
  });
});

/** A question is a form without fields. */
function asked(typed = 'anna') {
  const plan = () => ({ action: 'Delete user 42 (anna)', changes: [], notes: ['DELETE /api/users/42'] });
  return opened([], { spec: { typed, plan } });
}

test('Enter alone, y and a part of the name send nothing; the whole name and Enter send once', async () => {
  const { hands, sent } = asked();
  hands.press('enter', 'enter', 'y', 'enter', 'backspace').type('ann').press('enter');
  expect(sent).toEqual([]);
  hands.sees('Enter sends once complete').type('a').press('enter', 'enter', 'enter');
  await eventually(() => expect(hands.dialogs).toEqual([]));
  expect([sent.length, hands.notice]).toEqual([1, 'It is done.']);
});

test.each(['Anna', 'anna ', ' anna', 'annaa', ''])(
  '‘%s’ is not accepted as the name, and Esc sends nothing',
  (typed) => {
    const { hands, sent } = asked();
    hands.type(typed).press('enter', 'esc');
    expect([hands.dialogs, sent]).toEqual([[], []]);
  },
);

test('a name with hostile characters is typed as it is shown, or pasted as it is', () => {
  const typed = asked('an\u001bna');
  typed.hands.type('an␛na').press('enter');
  const pasted = asked('オペレーター');
  pasted.hands.paste('オペレーター\n').press('enter');
  expect([typed.sent.length, pasted.sent.length]).toEqual([1, 1]);
});
