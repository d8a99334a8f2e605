import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/actions/outcome.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openAudit } from '../../src/config/audit.ts';
import { connect } from '../../src/http/connect.ts';
import { json, serve } from '../http/support.ts';
import { isLong } from '../support/long.ts';
import { pathsOf, withValueAt } from '../support/mutate-json.ts';
import { newFolder } from '../support/new-folder.ts';
import type { SentField, SentWrite } from '../support/odd/sent-writes.ts';
import { sentSecrets, sentWrites, settingsBefore } from '../support/odd/sent-writes.ts';
import { plainMutations } from '../support/plain-mutations.ts';

/*
 * Fifty writes, and each odd answer to each of them. Only an answer that repeats what was sent confirms it; one with
 * another value differs; one that lacks it leaves it open; only a refusal says that nothing happened.
 */

type Kind = Outcome<unknown>['kind'];

/** What the server answers, beside the outcome that this proves. */
interface Answer {
  readonly what: string;
  readonly expected: Kind;
  readonly status?: number;
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: object;
  readonly breaksOff?: boolean;
}

const errors = { attributes: { username: ['is taken'], licenseKey: ['is fixed'] } };
const isDeletion = ({ name }: SentWrite) => name.startsWith('A4');
/** Their answers hold what no endpoint gives a second time. */
const isOnceOnly = ({ name }: SentWrite) => /^(A2|A14|B1) /.test(name);

/** The answers that do not depend on the fields. */
function answersTo(write: SentWrite): readonly Answer[] {
  const { answer } = write;
  const no = { message: 'no' };
  const headers = { 'content-type': 'text/html' };
  const zipped = gzipSync(JSON.stringify(answer)).subarray(0, 30);
  const with200 = (expected: Kind, ...bodies: object[]) =>
    bodies.map((body): Answer => ({ what: `200 with ${JSON.stringify(body)}`, expected, body }));
  const refusals = [400, 401, 403, 404, 409, 413, 422, 429].flatMap((status): Answer[] => [
    { what: `${status}`, expected: 'refused', status, body: no },
    { what: `${status} with fields`, expected: 'refused', status, body: { ...no, errors } },
  ]);
  const failures = [408, 499, 500, 503, 504].map(
    (status): Answer => ({ what: `${status}`, expected: 'unknown', status, body: no }),
  );
  const sound = [{}, { errors: {} }, { errors: [] }, { error: null }, { success: true }];
  return [
    ...with200('confirmed', ...sound.map((more) => ({ ...answer, ...more }))),
    ...with200('unknown', { data: {}, stream: {}, meta: {} }, { data: null, stream: null }),
    ...with200('unknown', [answer], { result: answer }),
    ...with200('refused', { ...no, errors }, { success: false }, { error: 'full' }, { errors: ['full'] }),
    { what: '202', expected: 'unknown', status: 202, body: answer },
    { what: '204', expected: isDeletion(write) ? 'confirmed' : 'unknown', status: 204, body: '' },
    { what: '200 without a body', expected: 'unknown', body: '' },
    ...refusals,
    ...failures,
    { what: 'a redirect', expected: 'refused', status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    { what: '502 with HTML', expected: 'unknown', status: 502, body: '<html>', headers },
    { what: '200 with HTML', expected: 'unknown', body: '<p>user 7, key sk-1</p>', headers },
    { what: 'cut off', expected: 'unknown', body: answer, breaksOff: true },
    { what: 'broken JSON', expected: 'unknown', body: JSON.stringify(answer).slice(0, -9) },
    { what: 'no answer', expected: 'unknown', status: 0 },
    { what: 'broken gzip', expected: 'unknown', body: zipped, headers: { 'content-encoding': 'gzip' } },
  ];
}

/** The answers that differ in one field. */
function answersWithout({ answer }: SentWrite, field: SentField): readonly Answer[] {
  const { path, other, isMasked, isNullable, isWord } = field;
  const place = pathsOf(answer).find((found) => found.join('.') === path) ?? [];
  expect(place, path).not.toEqual([]);
  const put = (what: string, value: unknown, expected: Kind): Answer => ({
    what: `${path} ${what}`,
    expected,
    body: withValueAt(answer, place, value),
  });
  const open: Answer[] = [
    put('missing', undefined, 'unknown'),
    put('null', null, isNullable ? 'differs' : 'unknown'),
    put('of another shape', isMasked ? ['odd'] : { odd: {} }, 'unknown'),
  ];
  if (other === undefined) return open;
  if (isMasked)
    return [
      ...open,
      put('masked, yet readable', { value: other, masked: true }, 'confirmed'),
      put('masked and null', { value: null, masked: true }, 'confirmed'),
      put('masked without saying so', { value: '******' }, 'confirmed'),
      put('another', { value: other, masked: false }, 'differs'),
      put('null in its wrapper', { value: null, masked: false }, 'unknown'),
    ];
  const words = place.reduce<unknown>((part, key) => Reflect.get(Object(part), key), answer);
  const swapped = typeof words === 'string' ? swapCase(words) : words;
  return [
    ...open,
    put('another', other, 'differs'),
    ...(swapped === words ? [] : [put('in other letters', swapped, isWord ? 'confirmed' : 'differs')]),
  ];
}

const swapCase = (text: string) =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');

async function rigOf() {
  let answer: Answer = { what: 'none', expected: 'unknown' };
  const { url } = await serve((request, response, body) => {
    // The settings are read before they are changed.
    if (request.url?.includes('transcode') && body.includes('"attributes":{}')) {
      json(response, 200, { data: { attributes: settingsBefore } });
      return;
    }
    const { status = 200, body: sent = '', headers = {}, breaksOff } = answer;
    if (status === 0) {
      request.socket.destroy();
      return;
    }
    const bytes = typeof sent === 'string' || Buffer.isBuffer(sent) ? sent : JSON.stringify(sent);
    const length = breaksOff ? { 'content-length': bytes.length + 100 } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...length, ...headers });
    if (breaksOff) response.write(bytes, () => setImmediate(() => request.socket.destroy()));
    else response.end(bytes);
  });
  const stateDir = newFolder();
  return async (write: SentWrite, next: Answer) => {
    answer = next;
    // Its own connection, because castwatch slows down after a 429.
    const connection = connect({
      url,
      cloudUrl: url,
      credentials: async () => ({ username: 'op', password: 'secret' }),
      apiKey: async () => 'key',
      serverKey: async () => 'server-key',
    });
    const audit = openAudit(stateDir, systemClock);
    const outcome = await write.send(plainMutations(connection, { audit }));
    const { entries: lines } = await audit.read(10);
    await rm(audit.path);
    await connection.close();
    return { outcome, lines };
  };
}

/** Whether a whole answer that does not prove what was sent is kept as it came, so that what it says can still be read. */
function isKept(outcome: Outcome<unknown>, { status, body, breaksOff }: Answer): boolean {
  const isRead = body !== undefined && body !== '' && !Buffer.isBuffer(body) && !breaksOff;
  if (status !== undefined || !isRead || !['unknown', 'differs'].includes(outcome.kind)) return true;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return 'answer' in outcome && outcome.answer !== undefined && text.startsWith(outcome.answer);
}

/** What is wrong with the outcome and its lines in the audit. */
function faultsOf(write: SentWrite, answer: Answer, { outcome, lines }: Awaited<ReturnType<Rig>>) {
  const { expected } = answer;
  const { kind, message, status } = outcome;
  const told = lines.map((line) => line.outcome).join();
  const audited = JSON.stringify(lines);
  const statuses = kind === 'unknown' ? [undefined, answer.status || undefined, 200] : [answer.status ?? 200];
  const faults = [
    kind !== expected && `it is ${kind}: ${message}`,
    told !== `sent,${expected}` && `the audit has ${told}`,
    kind === 'unknown' && outcome.howToFindOut === '' && 'it does not say how to find out',
    kind === 'differs' && lines.at(-1)?.answered === undefined && 'the audit lacks what was answered',
    isOnceOnly(write) && !isKept(outcome, answer) && 'the answer is not kept',
    statuses.includes(status) || `its status is ${status}`,
    ...sentSecrets.map((secret) => (audited + message).includes(secret) && `it shows ${secret}`),
  ];
  return faults
    .filter((fault) => typeof fault === 'string')
    .map((fault) => `${write.name}, ${answer.what}: ${fault}`);
}

type Rig = Awaited<ReturnType<typeof rigOf>>;

const answersOf = (write: SentWrite) => [
  ...answersTo(write),
  ...write.fields.flatMap((field) => answersWithout(write, field)),
];

test.each(['A2', 'A3', 'A4', 'A13', 'A14', 'B1'])(
  '%s: the outcome is what the answer proves, and the audit has both',
  async (code) => {
    const sendTo = await rigOf();
    const wrong: string[] = [];
    for (const [nth, write] of sentWrites.entries()) {
      if (!write.name.startsWith(`${code} `)) continue;
      // Every write and every answer, but of their pairs only a part.
      for (const answer of answersOf(write).filter((_, at) => isLong || (at + nth) % 8 === 0)) {
        wrong.push(...faultsOf(write, answer, await sendTo(write, answer)));
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('the table is complete', () => {
  expect(sentWrites).toHaveLength(50);
  expect(sentWrites.flatMap(answersOf).length).toBeGreaterThan(3_000);
});
