import { expect, test } from 'vitest';
import { type OddCase, type OddKind, oddTable, withOdd } from '../support/odd/table.ts';
import {
  type WriteName,
  type WriteSaid,
  writeAnswers,
  writeSecrets,
  writeTo,
} from '../support/odd/writes.ts';

/*
 * Each leaf and list of the answer to each write with each odd value. Where it holds what was sent, the write is not
 * confirmed; else it is. All that can be read is said; what cannot is named, and where the server says it only once,
 * the answer stays as it came. What each answer proves is in write-answers.test.ts.
 */

const LEAST_CASES = 400;
const table = oddTable(writeAnswers);
const names = Object.keys(writeAnswers) as WriteName[];
/** Their answers hold what no endpoint gives a second time. */
const onceOnly: readonly string[] = ['createUser', 'license', 'cloudCreate'];

const noNumber: readonly OddKind[] = ['type', 'text', 'negative', 'huge'];
const noContainer: readonly OddKind[] = ['type', 'text'];
const right = 'data.attributes.accessRights';

/** Fields by what they are read as, and what of them cannot be read: it is named. The first row that fits holds. */
const unreadable: readonly (readonly [path: RegExp, kinds: readonly OddKind[]])[] = [
  [/^data\.id$|\.(regionId|themeId)$|theme\.(id|isDefault)$/, noNumber],
  [/TaskLimit\.value$/, noNumber],
  [/\.(editable|masked|isPublished|isCreated|isCountdown)$/, noNumber],
  // Longer than any path, command, key or password.
  [/(ffmpegPath|ffmpegCommand|licenseKey)\.value$|credentials\.password$/, ['type', 'huge']],
  // A bare value stands for its wrapper.
  [/TaskLimit$/, noContainer],
  [/attributes\.(username|password|algorithm|ffmpegPath|ffmpegCommand|licenseKey)$/, ['type']],
  [/attributes$|\.(accessRights|countdown|credentials|targets|theme)$/, noContainer],
  [/accessRights\.\*$/, ['null', ...noContainer]],
  [/accessRights\.\*\.name$/, ['missing', 'null', 'type']],
  [/accessRights\.\*\.value$|attributes\.\w+\.(value|lockedBy)$/, ['type']],
  [/^stream\.(streamKey|name|description|sourceType|encoderMode|createdAt)$/, ['type']],
  [/countdown\.(startDate|timezone)$|credentials\.username$|theme\.name$|^message$/, ['type']],
];

/** What is shown of a sound answer, and where it stands there. */
const shown: Readonly<Record<WriteName, readonly (readonly [words: string, path: string])[]>> = {
  createUser: [
    ['Id 41', 'data.id'],
    ['Username eve', 'data.attributes.username.value'],
    ['Password hashing SHA256', 'data.attributes.algorithm.value'],
    ['Right server read_only', `${right}.*`],
    ['Right stream read_write', `${right}.*`],
    ['The server says: User saved', 'message'],
  ],
  updateUser: [
    ['User 41 (eve) is updated.', 'data.attributes.username.value'],
    ['The server says: User saved', 'message'],
    ['"server":"read_only"', `${right}.*`],
    ['"stream":"read_write"', `${right}.*`],
    ['"username":"CASTER_KEY"', 'data.attributes.username'],
  ],
  deleteUser: [
    ['User 41 (eve) is deleted.', 'data'],
    ['The server says: User deleted', 'message'],
  ],
  transcodeSettings: [
    ['Encoder path /usr/bin/ffmpeg', 'data.attributes.ffmpegPath.value'],
    ['Encoder command -i {SOURCE_INPUT} {STREAM_OUTPUT}', 'data.attributes.ffmpegCommand.value'],
    ['Transcode tasks 8', 'data.attributes.transcodeTaskLimit.value'],
    ['Thumbnail tasks 2', 'data.attributes.thumbGenerateTaskLimit.value'],
    ['The server says: Settings saved', 'message'],
  ],
  license: [
    ['The license key is replaced.', 'data'],
    ['The server says: License saved', 'message'],
  ],
  cloudCreate: [
    ['created', 'message'],
    ['sk-1', 'stream.streamKey'],
    ['Username push', 'stream.credentials.username'],
    ['push-password', 'stream.credentials.password'],
    ['tonight', 'stream.description'],
    ['rtmp://a.example', 'stream.targets.*.url'],
    ['https://cdn.example/t.jpg', 'stream.thumbnail.url'],
    ['01.02.2026 20:00:00', 'stream.countdown.startDate'],
    ['Dark (2)', 'stream.theme'],
    ['ABR', 'stream.encoderMode'],
  ],
};

/** Where the answer has what was sent. */
const sent: Readonly<Record<WriteName, readonly string[]>> = {
  createUser: ['data.id', 'data.attributes.username.value', 'data.attributes.password.value', right],
  updateUser: ['data.attributes.username.value', 'data.attributes.password.value'],
  deleteUser: ['message'],
  transcodeSettings: ['data.attributes.transcodeTaskLimit.value'],
  license: ['data.attributes.licenseKey.value'],
  cloudCreate: ['stream.name', 'stream.regionId'],
};

const figures = { cases: 0, named: 0, kept: 0, values: 0 };

const isAbove = (path: string, other: string) => path === other || other.startsWith(`${path}.`);

/** What is wrong with what is said of a write that was answered so. */
function faultsOf(
  name: WriteName,
  { path, kind }: Pick<OddCase, 'path' | 'kind'>,
  body: string,
  said: WriteSaid,
) {
  const { outcome, dialog, once, audit } = said;
  const faults: string[] = [];
  const place = path.slice(name.length + 1);
  // A copy of an item says the same; any message and any mask do.
  const isSound =
    kind === 'order' ||
    (kind === 'duplicate' && !place.includes('*')) ||
    (place === 'message' && !['missing', 'null', 'type'].includes(kind)) ||
    (place.endsWith('password.value') && kind === 'huge');
  const isHit = sent[name].some((field) => place === '' || isAbove(place, field) || isAbove(field, place));
  const proven = isHit && !isSound ? ['differs', 'unknown'] : ['confirmed'];
  if (!proven.includes(outcome.kind)) faults.push(`it is ${outcome.kind}: ${outcome.message}`);
  // What the answer was is in the audit, and never that nothing happened.
  if (!audit.includes(`"outcome":"${outcome.kind}"`)) faults.push(`the audit has ${audit}`);
  if (/nothing changed|never came|no answer/i.test(dialog)) faults.push(`it says ${dialog}`);

  const isUnreadable =
    outcome.kind !== 'refused' &&
    unreadable.find(([where]) => where.test(place))?.[1].includes(kind) === true;
  if (isUnreadable) {
    figures.named++;
    const named = place.replaceAll('*', '0');
    // Without its name nobody knows which right it is: the item is left out.
    const last = /accessRights\.0\.name$/.test(named) ? 'accessRights.0' : (named.split('.').at(-1) ?? '');
    if (!outcome.warning?.includes(last)) faults.push(`${named} is not named: ${outcome.warning}`);
  }
  const isLost =
    isUnreadable || outcome.kind !== 'confirmed' || (kind !== 'order' && /^(data|stream)?$/.test(place));
  if (onceOnly.includes(name) && body !== '' && (isLost || name === 'cloudCreate')) {
    figures.kept++;
    const answer = 'answer' in outcome ? outcome.answer : undefined;
    if (answer === undefined || !body.startsWith(answer)) faults.push('the answer is not kept');
    if (once === undefined) faults.push('nobody can look at the answer');
  }
  for (const secret of writeSecrets) {
    for (const [where, text] of Object.entries({ dialog, audit }))
      if (text.includes(secret)) faults.push(`the ${where} has ${secret}`);
  }
  // A name of thousands of characters leaves no room beside it.
  const isTooLong = /username\.value$/.test(place) && kind === 'huge';
  if (outcome.kind === 'confirmed' && !isTooLong) {
    for (const [words, where] of shown[name]) {
      if (kind !== 'order' && (isAbove(place, where) || isAbove(where, place) || place === '')) continue;
      figures.values++;
      if (!said.shown.includes(words.replace(/\s+/g, ''))) faults.push(`“${words}” is not shown`);
    }
  }
  return faults.map((fault) => `${path} ${kind}: ${fault}`);
}

test.each(names)(
  'odd answers of %s: no outcome says more than the answer, and no unique answer is lost',
  async (name) => {
    const wrong: string[] = [];
    for (const odd of table.filter(({ path }) => path.split('.')[0] === name)) {
      figures.cases++;
      const json = (withOdd(writeAnswers, odd) as Record<string, unknown> | undefined)?.[name];
      const body = json === undefined ? '' : JSON.stringify(json);
      wrong.push(...faultsOf(name, odd, body, await writeTo(name, body)));
    }
    expect(wrong).toEqual([]);
  },
);

/** Answers of another shape, which hold what is told once. */
const shapes: readonly (readonly [what: string, type: string, body: string])[] = [
  ['broken JSON', 'application/json', '{"data": {"id": 7, "streamKey": "sk-1"'],
  ['a web page', 'text/html', '<p>user 7, key sk-1</p>'],
  ['a list', 'application/json', '[{"id": 7, "streamKey": "sk-1"}]'],
  ['another nesting', 'application/json', '{"data": {"user": {"id": 7}, "license": "sk-1"}}'],
  ['a stream within data', 'application/json', '{"data": {"stream": {"streamKey": "sk-1"}}}'],
  ['an id as text', 'application/json', '{"data": {"id": "usr_42", "note": "sk-1"}}'],
];

test.each(shapes)('%s: the answer of each write is kept hidden, as unreadable', async (_what, type, body) => {
  for (const name of onceOnly as readonly WriteName[]) {
    const { outcome, dialog, once, audit } = await writeTo(name, body, type);
    expect(['differs', 'unknown']).toContain(outcome.kind);
    expect(outcome).toMatchObject({ answer: body });
    expect(once?.replace(/\s+/g, '')).toBe(body.replace(/\s+/g, ''));
    expect(dialog + audit).not.toMatch(/sk-1|never came|nothing changed/);
    if (name !== 'license')
      expect(dialog).toMatch(
        /could not be read|not known|no stream key|instead of JSON|is not[ \n]understood/,
      );
  }
});

test('the table of answers to writes is complete, and its figures are printed', () => {
  expect(table.length).toBeGreaterThan(LEAST_CASES);
  const { cases, named, kept, values } = figures;
  console.info(
    `odd answers to writes: ${cases} of ${table.length} cases; ${named} values named as not read, ${kept} answers kept, ${values} values shown`,
  );
});
