import { expect, test } from 'vitest';
import { inTurn } from '../../../src/base/in-turn.ts';
import { lateLogin } from '../../../src/cli/watch/fleet.ts';
import { plainTarget } from '../../support/hostile-stack.ts';

/** Logins of two clusters, and their questions, which wait until the test answers them. */
function questions() {
  const asked: string[] = [];
  const answers: ((text: string | undefined) => void)[] = [];
  const ask = (question: string) =>
    new Promise<string | undefined>((answer) => {
      asked.push(question);
      answers.push(answer);
    });
  const queue = inTurn();
  const [eu, us] = ['eu', 'us'].map((name) =>
    lateLogin(targetOf(name), {}, (question) => queue(() => ask(question))),
  );
  const answer = async (text: string | undefined) => {
    answers.shift()?.(text);
    await turns();
  };
  return { asked, ask, answer, eu, us };
}

const targetOf = (name: string) => ({ ...plainTarget, name, username: `of-${name}` });
const turns = () => new Promise((resolve) => setImmediate(resolve));

test('one question is asked at a time, and only when a login needs it', async () => {
  const { asked, answer, eu, us } = questions();
  await turns();
  expect(asked).toEqual([]);
  const logins = [eu?.credentials(), us?.credentials()];
  await turns();
  expect(asked).toEqual(['password of of-eu at eu: ']);
  await answer('of eu');
  expect(asked.slice(1)).toEqual(['password of of-us at us: ']);
  await answer('of us');
  expect(await Promise.all(logins)).toEqual([
    { username: 'of-eu', password: 'of eu' },
    { username: 'of-us', password: 'of us' },
  ]);
});

test('a question that is cancelled stops only its own login, which may ask again', async () => {
  const { answer, eu, us } = questions();
  const refused = expect(eu?.credentials()).rejects.toThrow(/password of of-eu at eu: nothing was typed/);
  const other = us?.credentials();
  await turns();
  await answer(undefined);
  await refused;
  await answer('of us');
  expect(await other).toMatchObject({ password: 'of us' });
  const again = eu?.credentials();
  await turns();
  await answer('typed later');
  expect(await again).toMatchObject({ password: 'typed later' });
});

test('a password that is typed after a refusal is used by its own cluster only', async () => {
  const { asked, answer, eu, us } = questions();
  eu?.setPassword('new one of eu');
  expect(await eu?.credentials()).toMatchObject({ password: 'new one of eu' });
  const other = us?.credentials();
  await turns();
  expect(asked).toEqual(['password of of-us at us: ']);
  await answer('of us');
  expect(await other).toMatchObject({ password: 'of us' });
});

test('a cluster without a username says where it belongs and asks nothing', async () => {
  const { asked, ask } = questions();
  const login = lateLogin({ ...plainTarget, name: 'eu', username: undefined }, {}, ask);
  await expect(login.credentials()).rejects.toThrow(/clusters\.eu\.username is missing/);
  expect(asked).toEqual([]);
});

test('a key of the cloud is asked for only where there is a cloud', async () => {
  const { asked, ask, answer } = questions();
  const apiKey = { kind: 'prompt' } as const;
  const target = { ...targetOf('eu'), apiKey };
  expect(lateLogin({ ...target, cloudUrl: undefined }, {}, ask).apiKey).toBeUndefined();
  const key = lateLogin({ ...target, cloudUrl: 'https://cloud.example' }, {}, ask).apiKey?.();
  await turns();
  expect(asked).toEqual(['API key of eu: ']);
  await answer('key');
  expect(await key).toBe('key');
});
