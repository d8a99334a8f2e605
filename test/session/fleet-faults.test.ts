import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fleetRows } from '../../src/views/fleet/member.ts';
import { type Break, failing, openSampleFleet } from '../support/sample-fleet.ts';
import { dashboardJson, journalJson, topologyJson } from '../support/sample-json.ts';

const only =
  (endpoint: string, act: Break): Break =>
  (request, honest) =>
    request.endpoint === endpoint ? act(request, honest) : honest();
const dashboard = (act: Break) => only('dashboard', act);
const status =
  (code: number, headers: Record<string, string> = {}): Break =>
  (_, honest) => ({
    ...honest({ message: 'no' }),
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
  });
const never: Break = () => new Promise(() => {});
const other =
  (headers: Record<string, string>, body: string): Break =>
  (_, honest) => ({ ...honest(body), headers });

const lost = (act: Break) => ({ act, isLost: true });
const kept = (act: Break) => ({ act, isLost: false });

/** The ways of `e2e/fault-matrix.ts`, as answers of one cluster, and whether its figures are lost by them. */
const ways: Readonly<Record<string, { readonly act: Break; readonly isLost: boolean }>> = {
  'connection refused': lost(failing('REFUSED')),
  'link swallows everything': lost(never),
  'black hole: one endpoint never answers': lost(dashboard(never)),
  'reset in the middle': lost(dashboard(failing('RESET'))),
  'slow drip': lost(dashboard(failing('TIMEOUT'))),
  'DNS does not know the name': lost(failing('DNS')),
  'certificate expired': lost(failing('TLS')),
  'certificate of an unknown authority': lost(failing('TLS')),
  'truncated JSON': lost(dashboard((_, honest) => honest('{"data":{"viewersSt'))),
  'HTML from a proxy': lost(dashboard(other({ 'content-type': 'text/html' }, '<html>Bad gateway'))),
  'wrong content type': lost(dashboard(other({ 'content-type': 'text/plain' }, 'plain'))),
  'wrong shape': lost(dashboard((_, honest) => honest('[1,2,3]'))),
  'one bad item among good ones': kept(only('journal', (_, honest) => honest(journalJson(10)))),
  'body without end': lost(dashboard((_, honest) => honest('x'.repeat(3_000_000)))),
  '301 to elsewhere': lost(dashboard(status(301, { location: 'https://else.example' }))),
  '401 storm': lost(status(401)),
  'token revoked': lost(status(401)),
  '429 with Retry-After': lost(dashboard(status(429, { 'retry-after': '30' }))),
  '429 without Retry-After': lost(dashboard(status(429))),
  '500 for one endpoint only': kept(only('journal', status(500))),
  'empty topology': kept(
    only('topology', (_, honest) => honest({ ...(topologyJson(10) as object), data: [] })),
  ),
  'cluster restarts: younger counters and ids': kept(only('journal', (_, honest) => honest(journalJson(0)))),
  "server's clock an hour off": kept(dashboard((_, honest) => honest(dashboardJson(70)))),
  'laptop slept': lost(never),
};

test('every way of the fault matrix is tried here', () => {
  const matrix = readFileSync(join(import.meta.dirname, '../e2e/fault-matrix.ts'), 'utf8');
  const names = [...matrix.matchAll(/\bname: (?:'([^']+)'|"([^"]+)")/g)].map(([, a, b]) => a ?? b);
  expect(names.toSorted()).toEqual(Object.keys(ways).toSorted());
  expect(names).toHaveLength(24);
});

test('a cluster with each of them beside healthy ones: those are unharmed, and each is back afterwards', async () => {
  const sound = ['ap', 'eu', 'us'];
  const broken = Object.keys(ways);
  const { clock, fleet, breaks, stateOf, asked } = openSampleFleet([...sound, ...broken]);
  onTestFinished(() => fleet.close());
  fleet.start();
  await clock.advance(2_000);
  for (const { name } of fleet.members) asked(name, '');
  for (const [name, { act }] of Object.entries(ways)) breaks.set(name, act);
  await clock.advance(45_000);
  for (const name of sound) {
    const { dashboard: read, journalResource } = stateOf(name);
    expect([name, read.error, journalResource.error]).toEqual([name, undefined, undefined]);
    expect(clock.now() - (read.updatedAt ?? 0)).toBeLessThan(12_000);
    expect(asked(name, 'dashboard')).toBeLessThanOrEqual(31);
  }
  // As when it is watched alone: 30 polls, and each is tried up to three times.
  for (const name of broken) expect(asked(name, 'dashboard'), name).toBeLessThanOrEqual(93);
  const members = fleet.members.map(({ name, session }) => {
    const [state, triage] = [session.store.getState(), session.triage.getState()];
    return { name, state, triage, production: false, readOnly: false, paused: session.cost?.paused };
  });
  const lost = fleetRows(members, clock.now())
    .filter(({ figures }) => !figures)
    .map(({ member }) => member.name);
  expect(lost.toSorted()).toEqual(broken.filter((name) => ways[name]?.isLost).toSorted());
  breaks.clear();
  fleet.refresh();
  await clock.advance(30_000);
  for (const name of broken) expect([name, stateOf(name).dashboard.error]).toEqual([name, undefined]);
});
