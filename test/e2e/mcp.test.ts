import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { recordTape, TAPE_START } from '../support/record-tape.ts';
import { bundle } from './driver.ts';
import { access, simulate } from './program.ts';

/** The real program, asked by the official client. */
async function connect(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundle, 'mcp', ...args],
    env,
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

test('a line without end is given up, and said', () => {
  const input = Buffer.alloc(16_000_000, 'x');
  const args = ['--url', 'http://127.0.0.1:1', '--username', 'op'];
  const env = { CASTWATCH_PASSWORD: 'x' };
  const { stderr, status } = spawnSync(process.execPath, [bundle, 'mcp', ...args], {
    env,
    input,
    timeout: 20_000,
  });
  expect([status, String(stderr)]).toEqual([0, expect.stringContaining('maximum size of 1000000 bytes')]);
});

const dataOf = ({ structuredContent }: { structuredContent?: unknown }) =>
  JSON.stringify((structuredContent as { data: unknown }).data);

test('over standard input and output a real cluster answers, first what is wrong already, and only reads reach it', async () => {
  const simulator = await simulate({ scenario: 'sick', servers: 10, streams: 250 });
  const { args, env } = access(simulator);
  const client = await connect(args, env);
  const first = await client.callTool({ name: 'snapshot', arguments: {} });
  expect(first.structuredContent).toMatchObject({
    source: 'live',
    data: { problems: expect.arrayContaining([expect.objectContaining({ state: 'standing' })]) },
  });
  const found = await client.callTool({
    name: 'snapshot',
    arguments: { fields: 'servers.name', search: 'edge', limit: 1 },
  });
  expect(found.structuredContent).toMatchObject({
    data: { servers: [{ name: expect.stringContaining('edge') }] },
  });
  const sent = simulator.requests.map(({ method, path }) => `${method} ${path}`);
  expect(sent.length).toBeGreaterThan(3);
  for (const request of sent) expect(request).toMatch(/^GET |\/auth\/login$/);
});

test('questions about two moments of a recording at once each get their own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-mcp-'));
  const path = join(folder, 'tape');
  await recordTape(path, 70_000, { scenario: 'quiet' });
  const client = await connect(['--from', path], { HOME: folder });
  const times = [TAPE_START + 65_000, TAPE_START + 10_000, TAPE_START + 40_000];
  const answers = await Promise.all(
    times.map((at) => client.callTool({ name: 'snapshot', arguments: { at: new Date(at).toISOString() } })),
  );
  const alone = await client.callTool({
    name: 'snapshot',
    arguments: { at: new Date(TAPE_START + 65_000).toISOString() },
  });
  expect(answers.map(({ structuredContent }) => structuredContent)).toEqual(
    times.map((at) => expect.objectContaining({ source: 'recording', at: new Date(at).toISOString() })),
  );
  const totals = answers.map(dataOf);
  expect(new Set(totals).size).toBe(3);
  expect(dataOf(alone)).toBe(totals[0]);
});
