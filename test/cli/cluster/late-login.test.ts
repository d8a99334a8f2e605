import { expect, test } from 'vitest';
import { inTurn } from '../../../src/base/in-turn.ts';
import { lateLogin } from '../../../src/cli/watch/fleet.ts';
import { plainTarget } from '../../support/hostile-stack.ts';

/** Questions that wait until the test answers them, in the order in which they were asked; `one` asks them in turn. */
function questions() {
  const open: { readonly question: string; readonly answer: (text: string | undefined) => void }[] = [];
  const ask = (question: string) =>
    new Promise<string | undefined>((answer) => void open.push({ question, answer }));
  const queue = inTurn();
  return { open, ask, one: (question: string) => queue(() => ask(question)) };
}

const targetOf = (name: string) => ({ ...plainTarget, name, username: `of-${name}` });
const turns = () => new Promise((resolve) => setImmediate(resolve));

test('one question is asked at a time, and only when a login needs it', async () => {
  const { open, one } = questions();
  const [eu, us] = ['eu', 'us'].map((name) => lateLogin(targetOf(name), {}, one));
  await turns();
  expect(open).toEqual([]);
  const logins = [eu?.credentials(), us?.credentials()];
  await turns();
  expect(open.map(({ question }) => question)).toEqual(['password of of-eu at eu: ']);
  open[0]?.answer('of eu');
  await turns();
  expect(open[1]?.question).toBe('password of of-us at us: ');
  open[1]?.answer('of us');
  expect(await Promise.all(logins)).toEqual([
    { username: 'of-eu', password: 'of eu' },
    { username: 'of-us', password: 'of us' },
  ]);
});

test('a question that is cancelled stops only its own login, which may ask again', async () => {
  const { open, one } = questions();
  const [eu, us] = ['eu', 'us'].map((name) => lateLogin(targetOf(name), {}, one));
  const refused = expect(eu?.credentials()).rejects.toThrow(/password of of-eu at eu: nothing was typed/);
  const other = us?.credentials();
  await turns();
  open[0]?.answer(undefined);
  await refused;
  await turns();
  open[1]?.answer('of us');
  expect(await other).toMatchObject({ password: 'of us' });
  const again = eu?.credentials();
  await turns();
  open[2]?.answer('typed later');
  expect(await again).toMatchObject({ password: 'typed later' });
});

test('a password that is typed after a refusal is used by its own cluster only', async () => {
  const { open, ask } = questions();
  const [eu, us] = ['eu', 'us'].map((name) => lateLogin(targetOf(name), {}, ask));
  eu?.setPassword('new one of eu');
  expect(await eu?.credentials()).toMatchObject({ password: 'new one of eu' });
  const other = us?.credentials();
  await turns();
  expect(open.map(({ question }) => question)).toEqual(['password of of-us at us: ']);
  open[0]?.answer('of us');
  expect(await other).toMatchObject({ password: 'of us' });
});

test('a cluster without a username says where it belongs and asks nothing', async () => {
  const { open, ask } = questions();
  const login = lateLogin({ ...plainTarget, name: 'eu', username: undefined }, {}, ask);
  await expect(login.credentials()).rejects.toThrow(/clusters\.eu\.username is missing/);
  expect(open).toEqual([]);
});

test('a key of the cloud is asked for only where there is a cloud', async () => {
  const { open, ask } = questions();
  const apiKey = { kind: 'prompt' } as const;
  const target = { ...targetOf('eu'), apiKey };
  expect(lateLogin({ ...target, cloudUrl: undefined }, {}, ask).apiKey).toBeUndefined();
  const asked = lateLogin({ ...target, cloudUrl: 'https://cloud.example' }, {}, ask).apiKey?.();
  await turns();
  expect(open.map(({ question }) => question)).toEqual(['API key of eu: ']);
  open[0]?.answer('key');
  expect(await asked).toBe('key');
});
