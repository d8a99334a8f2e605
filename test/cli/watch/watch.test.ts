import { expect, test } from 'vitest';
import { SERVER, startOnScreen } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

test('a refused login asks for another password on the screen and continues with it', async () => {
  const { simulator, args } = await simulated();
  const app = startOnScreen(args, { CASTWATCH_PASSWORD: 'not-this-one' });
  await app.sees('Login of operator refused. Password:');
  app.keyboard.type('\x1b');
  await app.sees('r asks for the password again');
  app.keyboard.type('r');
  await app.sees('Login of operator refused. Password:');
  app.typeEach(`${simulator.password}\r`);
  await app.sees(SERVER);
  await app.quit();
  expect(app.output.take()).not.toContain(simulator.password);
});
