import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openFiles } from '../../support/open-files.ts';
import { endBySignal, runCommand, startCommand } from '../run-command.ts';
import { simulated } from '../simulated.ts';

test('report, sessions and capacity print what was recorded without a screen, in each format', async () => {
  const { simulator, args, env, home } = await simulated({ scenario: 'quiet' });
  const recording = startCommand(['record', '--interval', '1', ...args], env, { home });
  await eventually(() => expect(recording.stderr).toContain('the history is being written'));
  const answered = (part: string) =>
    simulator.requests.filter(({ path, status }) => path.includes(part) && status === 200).length;
  await eventually(() =>
    expect([answered('/dashboard') >= 3, answered('/streams') > 0]).toEqual([true, true]),
  );
  expect(await endBySignal(recording)).toMatchObject({ code: 0, stdout: '' });
  const writes = simulator.requests.filter(({ method, path }) => method !== 'GET' && !path.includes('login'));
  expect(writes).toEqual([]);

  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand([...words, '--url', simulator.url], {}, { home });
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  expect(await told('report')).toMatch(/There was no problem in this period[\s\S]*```text\n[\s\S]*┤/);
  const report = JSON.parse(await told('report', '--format', 'json'));
  expect(report).toMatchObject({ problems: [], figures: {}, withheld: {} });
  const open = JSON.parse(await told('report', '--format', 'json', '--no-withhold'));
  expect(Object.keys(report).filter((name) => !(name in open))).toEqual(['withheld', 'withholding']);

  const table = await told('sessions', '--since', '2h');
  expect(table).toMatch(
    /^Application +Stream +Sessions[\s\S]* UTC\S*\nwatched for \d[^\n]*\n[\s\S]*in all: [^\n]* available, 0 interruptions, \d+ sessions\n\nAvailable: Up [^\n]*\nDown: [^\n]*\nEnds [^\n]*\nPeak viewers: [^\n]*\nAt risk: [^\n]*\n$/,
  );
  // The current hour is included up to now.
  const [, until = ''] = / to (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC\S*\n/.exec(table) ?? [];
  expect(Date.parse(until)).toBeLessThanOrEqual(Date.now());
  const csv = await told('sessions', '--since', '2h', '--format', 'csv');
  expect(csv.split('\r\n').length).toBeGreaterThan(3);
  const sessions = JSON.parse(await told('sessions', '--since', '2h', '--format', 'json'));
  expect(sessions.streams.length).toBe(csv.trim().split('\r\n').length - 1);

  const limits = JSON.parse(await told('capacity', '--format', 'json'));
  expect(limits.length).toBeGreaterThan(0);
  expect((await told('capacity')).trimEnd().split('\n')).toHaveLength(limits.length + 5);
  for (const command of ['report', 'sessions', 'capacity']) {
    const full = await runCommand([command, '--url', simulator.url], {}, { home, failsToWrite: 'ENOSPC' });
    const stderr = expect.stringMatching(
      /^castwatch: cannot write to standard output: no space left[^\n]*\n$/,
    );
    expect(full).toEqual({ code: 1, stdout: '', stderr });
  }
  expect(openFiles(home)).toEqual([]);
});

test.each([
  ['report --since 1h --until 2h', /--since must lie before --until/],
  ['report --since 1h --until 1h', /--since must lie before --until/],
  ['report --since soon', /--since takes a time such as 24h/],
  ['record --file x.db', /--file needs --from/],
  ['report --all --file x.db', /--all and --file: leave one of them out/],
  ['record --all', /--all: the configuration names no cluster/],
])('%s exits with 2 and says why', async (words, answer) => {
  const stderr = expect.stringMatching(answer);
  expect(await runCommand(words.split(' '))).toEqual({ code: 2, stdout: '', stderr });
});
