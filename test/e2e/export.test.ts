import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { parseOpenMetrics, sampleOf } from '../support/open-metrics.ts';
import { bundle } from './driver.ts';
import { access, heard, simulate, start } from './program.ts';

const OPEN = { headers: { accept: 'application/openmetrics-text; version=1.0.0' } };

/** The exporter on a free port, once it listens. */
async function startExport(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = start(['export', '--interval', '1', '--listen', '127.0.0.1:0', ...args], env);
  const told = heard(child.stderr);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const read = async () => parseOpenMetrics(await (await fetch(line, OPEN)).text());
  return { child, url: line, told, read };
}

test('serves the polled data, and ends on a signal', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const { child, url, told, read } = await startExport(args, env);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  await eventually(async () => expect((await read()).get('castwatch_server_up')?.samples).toHaveLength(12));
  const response = await fetch(url, OPEN);
  expect(response.headers.get('content-type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  );
  const families = parseOpenMetrics(await response.text());
  expect(sampleOf(families, 'castwatch_up', { resource: 'dashboard' })).toBe(1);
  expect(sampleOf(families, 'castwatch_cluster_viewers')).toBeGreaterThan(0);
  expect(sampleOf(families, 'castwatch_requests', { endpoint: 'dashboard', outcome: '200' })).toBeGreaterThan(
    0,
  );
  expect(sampleOf(families, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(told()).not.toContain(simulator.password);

  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('check loads neither React nor the simulator', () => {
  // The whole program except parts that are loaded on demand from files of their own.
  for (const file of ['castwatch.js', 'program.js']) {
    const text = readFileSync(join(dirname(bundle), file), 'utf8');
    expect([file, /react\.transitional\.element|FST_ERR_/.test(text)]).toEqual([file, false]);
  }
  const text = readFileSync(join(dirname(bundle), 'program.js'), 'utf8');
  expect(text).toContain('require("./ink.js")');
  expect(text).toContain('require("./simulator.js")');
});
