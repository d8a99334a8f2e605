import { resolve } from 'node:path';
import { test } from 'vitest';
import type { Outcome } from '../../src/actions/outcome.ts';
import { openForm } from '../../src/ui/dialogs/form.ts';
import type { FieldSpec } from '../../src/ui/forms/field.ts';
import type { FormSpec } from '../../src/ui/forms/form.ts';
import type { Size } from '../../src/ui/program/layout.ts';
import { eventually } from '../support/eventually.ts';
import { fakeServices } from '../support/fake-services.ts';
import { expectGolden } from '../support/golden-file.ts';
import { sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';
import { bodyColours, bodyText } from './golden.ts';

/** The size in which nothing need be scrolled. */
const WHOLE: Size = { columns: 80, rows: 40 };
const sizes: readonly Size[] = [
  { columns: 40, rows: 12 },
  { columns: 64, rows: 24 },
];

/** These are kept whole, with their colours: together they have every tone of forms and questions. */
const coloured = 'choice-in-rows file lines missing review differs unknown confirm-refused'.split(' ');

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((value) => ({ value, label: `Zone ${value}` }));
const levels = ['none', 'read', 'write'].map((value) => ({ value, label: value }));

const text = (name: string, label: string) => ({ kind: 'text', name, label }) as const;

/** A field of each kind, with everything a field can have: a hint, a warning, a lock, an initial value, a preview. */
const fields: readonly FieldSpec[] = [
  { ...text('name', 'Name'), required: true, hint: 'As it stands in the list.' },
  { ...text('path', 'Encoder'), initial: '/usr/bin/ffmpeg', locked: 'locked by FFMPEG_PATH' },
  {
    kind: 'secret',
    name: 'password',
    label: 'Password',
    warn: (value) => (value !== '' && String(value).length < 8 ? 'short passwords are guessed' : undefined),
  },
  { kind: 'number', name: 'tasks', label: 'Tasks', initial: 4, noLimit: true, min: 1, max: 99 },
  { kind: 'number', name: 'port', label: 'Port', min: 1 },
  { kind: 'choice', name: 'mode', label: 'Mode', options: levels, initial: 'read' },
  {
    kind: 'choice',
    name: 'zone',
    label: 'Zone',
    options: letters,
    rows: 4,
    preview: (value, width) => [[{ text: `map of ${value ?? 'nothing'}`.slice(0, width), tone: 'dim' }]],
  },
  { kind: 'toggle', name: 'record', label: 'Record' },
  {
    kind: 'grid',
    name: 'rights',
    label: 'Rights',
    levels,
    initial: { server: 'read' },
    rows: ['server', 'stream'].map((value) => ({ value, label: value === 'server' ? 'Server' : 'Stream' })),
  },
  {
    kind: 'file',
    name: 'image',
    label: 'Image',
    check: (value) => (value === 'x' ? 'no such file' : undefined),
  },
  {
    kind: 'lines',
    name: 'command',
    label: 'Command',
    initial: `-i {SOURCE} ${'-x '.repeat(40)}\nsecond\nthird\nfourth\nfifth`,
    marks: () => [{ from: 3, to: 11, tone: 'accent' }],
  },
];

const never = () => new Promise<never>(() => {});
const refused: Outcome<unknown> = {
  kind: 'refused',
  status: 400,
  message: 'The server refused it.',
  fields: {},
};
const words = { message: 'No answer came.', howToFindOut: 'Look at the list.' };
const unknown: Outcome<unknown> = { kind: 'unknown', ...words };
const differs: Outcome<unknown> = {
  kind: 'differs',
  value: undefined,
  message: 'The answer has another value than was sent: transcodeTaskLimit.',
  compared: [
    { field: 'transcodeTaskLimit', sent: 99, answered: 8, verdict: 'other' },
    { field: 'ffmpegPath', sent: '/opt/ffmpeg', answered: '/opt/ffmpeg', verdict: 'same' },
    { field: 'thumbGenerateTaskLimit', sent: null, answered: undefined, verdict: 'missing' },
  ],
  readBack: never,
};

function opened(spec: FormSpec, keys: readonly string[], size: Size): UiDriver {
  const hands = new UiDriver(fakeServices(sampleState()), size);
  openForm(spec, hands.runtime);
  return hands.press(...keys);
}

function form(keys: readonly string[], size: Size, submit: FormSpec['submit'] = never): UiDriver {
  const spec: FormSpec = {
    title: 'A form',
    fields,
    plan: (values) => ({
      action: 'Update everything',
      changes: [
        { label: 'Name', before: 'old', after: String(values.name) },
        { label: 'Password', after: '(changed)' },
        { label: 'Command', before: 'x '.repeat(60), after: 'y '.repeat(60) },
      ],
      notes: ['A PATCH replaces all rights, those that are not shown here, too.'],
      warnings: ['unknown: {SOURCE}'],
    }),
    submit,
  };
  return opened(spec, keys, size);
}

const tabs = (count: number) => Array.from({ length: count }, () => 'tab');
const filled = ['n', 'a'];

/** By the keys that were pressed in the form. */
const forms: Readonly<Record<string, readonly string[]>> = {
  text: filled,
  secret: [...tabs(1), 'p', 'w'],
  number: [...tabs(2), 'n'],
  'choice-in-a-row': [...tabs(4), 'right'],
  'choice-in-rows': [...tabs(5), 'down', 'down', 'down', 'down', 'down'],
  toggle: [...tabs(6), 'space'],
  grid: [...tabs(7), 'right', 'down', '2'],
  file: [...tabs(8), 'x', 'tab'],
  lines: ['shift-tab', 'q', 'alt-enter', 'r'],
  missing: ['enter'],
  review: [...filled, 'enter'],
  sending: [...filled, 'enter', 'y'],
  'calling-off': [...filled, 'enter', 'y', 'esc'],
};

async function expectPictures(name: string, open: (size: Size) => Promise<UiDriver>): Promise<void> {
  const file = resolve(import.meta.dirname, `golden/forms/${name}`);
  let bodies = '';
  for (const size of sizes) bodies += bodyText(await open(size), size);
  expectGolden(`${file}.txt`, bodies);
  if (coloured.includes(name)) expectGolden(`${file}.ansi`, await bodyColours(await open(WHOLE), WHOLE));
}

/** Fields of every kind and the stages of sending; CASTWATCH_WRITE_GOLDEN=1 writes them anew. */
test.each(Object.entries(forms))('the form of %s looks as in its picture', (name, keys) =>
  expectPictures(name, async (size) => form(keys, size)),
);

test.each([
  ['refused', refused, 'refused it'],
  ['unknown', unknown, 'No answer came'],
  ['differs', differs, 'another value'],
])('the form of %s after an answer looks as in its picture', (name, outcome, words) =>
  expectPictures(name, async (size) => {
    const hands = form([...filled, 'enter', 'y'], size, async () => outcome);
    await eventually(() => hands.sees(words));
    return hands;
  }),
);

const asked: FormSpec = {
  title: 'Delete a user',
  fields: [],
  plan: () => ({
    action: 'Delete user 42 (anna)',
    changes: [{ label: 'Rights', before: 'all', after: 'none' }],
    notes: ['Sent is: DELETE /api/users/42', 'This cannot be taken back.'],
  }),
  typed: 'anna',
  submit: never,
};

test.each([
  ['confirm', asked, []],
  ['confirm-by-y', { ...asked, typed: undefined }, ['x', 'enter']],
] as const)('the question of %s looks as in its picture', (picture, spec, keys) =>
  expectPictures(picture, async (size) => opened(spec, keys, size)),
);

test('a question that was refused looks as in its picture', () =>
  expectPictures('confirm-refused', async (size) => {
    const hands = opened({ ...asked, submit: async () => refused }, [...'anna', 'enter'], size);
    await eventually(() => hands.sees('refused it'));
    return hands;
  }));
