import { expect, test } from 'vitest';
import { json, serveWithLogin } from '../../http/support.ts';
import { manualSystemClock } from '../../support/manual-system-clock.ts';
import { configure, endBySignal, newHome, runCommand, startCommand } from '../run-command.ts';

const { clock, inTime } = manualSystemClock();

/** A cluster of servers with these names, which may change, and the number of requests for them. */
async function clusterOf(...first: readonly string[]) {
  let names = first;
  const { url, hits } = await serveWithLogin((_request, response) => {
    const topology = names.map((serverName) => ({ serverName, groupName: 'edge' }));
    json(response, 200, { data: { list: [], topology } });
  });
  const asked = () => hits.filter((hit) => hit.includes('/topology')).length;
  /** Advances time until they were requested that many times more. */
  const polls = (times: number) => {
    const until = asked() + times;
    return inTime(() => expect(asked()).toBeGreaterThanOrEqual(until), 500);
  };
  const become = (...next: readonly string[]) => {
    names = next;
  };
  return { url, polls, become };
}

test('a mistake in the configuration does not end a recording; after it is read again, gone servers stay known, and none of another cluster appear', async () => {
  const [one, two] = [await clusterOf('edge-1', 'edge-2'), await clusterOf('edge-3')];
  const home = newHome();
  const cluster = (name: string, url: string) =>
    `  ${name}: { url: '${url}', username: op, password: { env: LAB_PASSWORD } }\n`;
  const yaml = `clusters:\n${cluster('one', one.url)}${cluster('two', two.url)}`;
  configure(home, yaml);
  const env = { LAB_PASSWORD: 'hunter2-secret' };
  const command = startCommand(['record', '--all'], env, { home });
  await inTime(() => expect(command.stderr).toContain('two: the history is being written'));
  await one.polls(2);
  one.become('edge-1');
  await one.polls(5);
  configure(home, 'clusters: 7\n');
  process.emit('SIGHUP');
  await inTime(() => expect(command.stderr).toContain('is not used, the old one stays in use'));
  configure(home, yaml);
  process.emit('SIGHUP');
  await inTime(() => expect(command.stderr).toContain('the configuration was read again'));
  const again = clock.now();
  await one.polls(2);
  expect((await endBySignal(command)).code).toBe(0);
  const report = ['report', '--profile', 'one', '--format', 'json', '--no-withhold'];
  const { problems } = JSON.parse((await runCommand(report, env, { home })).stdout);
  expect(problems).toEqual([expect.objectContaining({ key: 'server-gone:edge-2' })]);
  expect(problems[0].seenAt).toBeGreaterThan(again);
});
