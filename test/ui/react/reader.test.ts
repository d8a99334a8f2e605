import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { createReaderFeed } from '../../../src/ui/react/reader-feed.ts';
import { calm, fakeServices, type Overrides } from '../../support/fake-services.ts';
import { expectGolden } from '../../support/golden-file.ts';
import { pressOn } from '../../support/key-press.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const hot = sampleProblem();

function open(changes: Overrides = {}) {
  const services = fakeServices(sampleState(), changes);
  const { runtime } = new UiDriver(services, { columns: 80, rows: 24 }, 'overview');
  runtime.start();
  return { services, runtime, feed: createReaderFeed(runtime) };
}

test('it speaks when a problem begins, not at each poll', async () => {
  const { services, feed } = open();
  const before = feed.lines();
  services.show(sampleState({ round: 2 }));
  await services.clock.advance(500);
  expect(feed.lines()).toBe(before);
  services.show(sampleState({ round: 3 }), { ...calm, problems: [hot] });
  await services.clock.advance(500);
  expect(feed.lines().join('\n')).toContain('Worst: critical, Server load. edge-1a: CPU 97%');
});

test('it speaks again when the servers arrive after the totals, and names what was not read', async () => {
  const { services, feed } = open();
  const whole = sampleState();
  const empty = createClusterStore({ name: 'sample', url: 'https://cluster.example.net' }).getState();
  services.show(empty);
  await services.clock.advance(500);
  expect(feed.lines().join('\n')).toContain('Problems: waiting for the first answer.');
  services.show({ ...empty, dashboard: whole.dashboard });
  await services.clock.advance(500);
  expect(feed.lines().join('\n')).toContain('not read yet: topology, journal, streams, applications.');
  services.show(whole);
  await services.clock.advance(500);
  expect(feed.lines().join('\n')).toContain('Server edge-1a: CPU');
  expect(feed.lines()).toContain('Problems: no problem known.');
});

test('an open dialog is read instead of the screen below it', () => {
  const { runtime, feed } = open();
  runtime.press({ name: '?', text: '?' });
  expect(feed.lines().join('\n')).toContain('Quit');
  expect(feed.lines().join('\n')).not.toContain('castwatch,');
});

test('it begins with the kind of session, and speaks each notice', () => {
  const { runtime, feed } = open();
  expect(feed.lines()[0]).toBe('castwatch, sample, Overview.');
  expect(feed.lines().join()).not.toContain('Worst');
  runtime.notice('Copied the name.');
  runtime.draw();
  runtime.press({ name: 'ä', text: 'ä' });
  expect(feed.lines()[1]).toBe('Copied the name.');
  const { facts } = fakeServices(sampleState());
  const other = open({ facts: { ...facts, demo: true, production: true, readOnly: true } });
  expect(other.feed.lines()[0]).toBe('castwatch, demo, production, read-only, sample, Overview.');
});

test('each screen tells in words what is gone, what is unknown and what is worst', () => {
  const { services, runtime, feed } = open();
  const state = sampleState();
  const servers = state.servers.map((record) => {
    if (record.name === 'edge-2a') return { ...record, goneSince: sampleNow - 125_000 };
    return record.name === 'cm-2' ? { ...record, server: { serverName: 'cm-2' } } : record;
  });
  services.show({ ...state, servers }, { ...calm, problems: [hot] });
  const said = screenNames.flatMap((name) => {
    pressOn(runtime, `:${name}`);
    return [`== ${name}`, ...feed.lines()];
  });
  expectGolden(resolve(import.meta.dirname, '../golden/reader.txt'), `${said.join('\n')}\n`);
});
