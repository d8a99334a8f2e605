import { expect, test } from 'vitest';
import { endingSignals } from '../../src/base/ending-signals.ts';

test('each signal that ends a program has the exit code of a shell', () => {
  const codes = Object.fromEntries(endingSignals.map(({ signal, exitCode }) => [signal, exitCode]));
  expect(codes).toMatchObject({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 });
  for (const { exitCode } of endingSignals) expect(exitCode).toBeGreaterThan(128);
});
