import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { recordTape, TAPE_START } from '../support/record-tape.ts';
import { bundle } from './driver.ts';
import { access, simulate } from './program.ts';

/** The real program, asked by the official client. */
async function connect(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = { command: process.execPath, args: [bundle, 'mcp', ...args], env };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport(command));
  onTestFinished(() => client.close());
  return client;
}

test('a line without end is given up, and said', () => {
  const args = [bundle, 'mcp', '--url', 'http://127.0.0.1:1', '--username', 'op'];
  const options = { env: { CASTWATCH_PASSWORD: 'x' }, input: Buffer.alloc(16_000_000, 'x'), timeout: 20_000 };
  const { stderr, status } = spawnSync(process.execPath, args, options);
  expect([status, String(stderr)]).toEqual([0, expect.stringContaining('maximum size of 1000000 bytes')]);
});

test('over standard input and output a real cluster answers, first what is wrong already, and only reads reach it', async () => {
  const simulator = await simulate({ scenario: 'sick', servers: 10, streams: 250 });
  const { args, env } = access(simulator);
  const client = await connect(args, env);
  const ask = async (of = {}) =>
    (await client.callTool({ name: 'snapshot', arguments: of })).structuredContent;
  expect(await ask()).toMatchObject({
    source: 'live',
    data: { problems: expect.arrayContaining([expect.objectContaining({ state: 'standing' })]) },
  });
  expect(await ask({ fields: 'servers.name', search: 'edge', limit: 1 })).toMatchObject({
    data: { servers: [{ name: expect.stringContaining('edge') }] },
  });
  const sent = simulator.requests.map(({ method, path }) => `${method} ${path}`);
  expect(sent.length).toBeGreaterThan(3);
  for (const request of sent) expect(request).toMatch(/^GET |\/auth\/login$/);
});

test('questions about two moments of a recording at once each get their own', async () => {
  const folder = newFolder();
  const path = join(folder, 'tape');
  await recordTape(path, 70_000, { scenario: 'quiet' });
  const client = await connect(['--from', path], { HOME: folder });
  const times = [65_000, 10_000, 40_000].map((ms) => new Date(TAPE_START + ms).toISOString());
  const ask = async (at: string) =>
    (await client.callTool({ name: 'snapshot', arguments: { at } })).structuredContent as { data: unknown };
  const answers = await Promise.all(times.map(ask));
  expect(answers).toMatchObject(times.map((at) => ({ source: 'recording', at })));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(3);
  expect((await ask(times[0] ?? '')).data).toEqual(answers[0]?.data);
});
