import { spawnSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from './driver.ts';
import { access, simulate } from './program.ts';

test('over standard input and output a real cluster answers, and only reads reach it', async () => {
  const simulator = await simulate({ scenario: 'incident' });
  const { args, env } = access(simulator);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundle, 'mcp', ...args],
    env,
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const answer = await client.callTool({ name: 'servers', arguments: { search: 'edge', limit: 1 } });
  expect(answer.structuredContent).toMatchObject({ source: 'live', total: 5 });
  const sent = simulator.requests.map(({ method, path }) => `${method} ${path}`);
  expect(sent.length).toBeGreaterThan(3);
  for (const request of sent) expect(request).toMatch(/^GET |\/auth\/login$/);
});

test('without a cluster it says what to do, and writes nothing for the assistant', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, 'mcp'], {
    env: { HOME: '/nonexistent' },
    encoding: 'utf8',
    input: '',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--url');
});
