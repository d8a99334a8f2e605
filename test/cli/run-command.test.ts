import { expect, onTestFinished, test } from 'vitest';
import { access, simulate } from '../e2e/program.ts';
import { eventually } from '../support/eventually.ts';
import { endBySignal, startCommand } from './run-command.ts';
import { startOnScreen } from './run-screen.ts';

const listeners = () => new Map(process.eventNames().map((name) => [name, process.listenerCount(name)]));

/** Signals with more listeners than before. There may be fewer: those of an earlier test go when its program has ended. */
function addedTo(before: ReadonlyMap<string | symbol, number>) {
  return [...listeners()].filter(([name, count]) => count > (before.get(name) ?? 0));
}

/** Runs after the hooks of commands that are started later. */
function expectNoListeners() {
  const before = listeners();
  onTestFinished(() => expect(addedTo(before)).toEqual([]));
}

test('a command that a test leaves running ends with the test', async () => {
  expectNoListeners();
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  const command = startCommand(['record', ...args], env);
  await eventually(() => expect(command.stderr).toContain('the history is being written'));
});

test('a screen program that a test leaves running ends with the test', async () => {
  expectNoListeners();
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  await startOnScreen(args, env).sees(/(edge|origin)-fra-1/);
});

test.each([['export', '--listen', '127.0.0.1:0'], ['record']])(
  '%s removes its signal listeners at its end',
  async (...words) => {
    const before = listeners();
    const others = process.rawListeners('SIGTERM');
    const own = () => process.rawListeners('SIGTERM').filter((listener) => !others.includes(listener));
    const { args, env } = access(await simulate({ scenario: 'quiet' }));
    const command = startCommand([...words, ...args], env);
    // Not any listener: one of an earlier test would take the signal before the command listens.
    await eventually(() => expect(own()).not.toEqual([]));
    if (words[0] === 'record') process.emit('SIGTERM');
    expect((await (words[0] === 'record' ? command.ended : endBySignal(command))).code).toBe(0);
    expect(addedTo(before)).toEqual([]);
  },
);
