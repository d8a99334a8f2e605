import { expect, test } from 'vitest';
import { startOnScreen } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

test('a refused login asks for another password on the screen and continues with it', async () => {
  const { simulator, args } = await simulated();
  const app = startOnScreen(args, { CASTWATCH_PASSWORD: 'not-this-one' });
  await app.sees('Login of operator refused. Password:');
  app.keyboard.type('\x1b');
  await app.sees('r asks for the password again');
  app.keyboard.type('r');
  await app.sees('Login of operator refused. Password:');
  for (const letter of `${simulator.password}\r`) app.keyboard.type(letter);
  await app.sees(/(edge|origin)-fra-1/);
  await app.quit();
  expect(app.output.take()).not.toContain(simulator.password);
});
