import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { createReaderFeed } from '../../../src/ui/react/reader-feed.ts';
import { calm, fakeServices, type Overrides } from '../../support/fake-services.ts';
import { expectGolden } from '../../support/golden-file.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

const hot = sampleProblem();

function open(services: Overrides = {}) {
  const opened = openScreen('overview', sampleState(), { size: { columns: 80, rows: 24 }, services });
  const feed = createReaderFeed(opened.hands.runtime);
  return { ...opened, feed, said: () => feed.lines().join('\n') };
}

test('it speaks when a problem begins, not at each poll', async () => {
  const { services, feed, said } = open();
  const before = feed.lines();
  services.show(sampleState({ round: 2 }));
  await services.clock.advance(500);
  expect(feed.lines()).toBe(before);
  services.show(sampleState({ round: 3 }), { ...calm, problems: [hot] });
  await services.clock.advance(500);
  expect(said()).toContain('Worst: critical, Server load. edge-1a: CPU 97%');
});

test('it speaks again when the servers arrive after the totals, and names what was not read', async () => {
  const { services, said } = open();
  const whole = sampleState();
  const empty = createClusterStore({ name: 'sample', url: 'https://cluster.example.net' }).getState();
  for (const [state, words] of [
    [empty, /Problems: waiting for the first answer\./],
    [{ ...empty, dashboard: whole.dashboard }, /not read yet: topology, journal, streams, applications\./],
    [whole, /^Problems: no problem known\.$[\s\S]*Server edge-1a: CPU/m],
  ] as const) {
    services.show(state);
    await services.clock.advance(500);
    expect(said()).toMatch(words);
  }
});

test('an open dialog is read instead of the screen below it', () => {
  const { hands, said } = open();
  hands.press('?');
  expect(said()).toContain('Quit');
  expect(said()).not.toContain('castwatch,');
});

test('it begins with the kind of session, and speaks each notice', () => {
  const { hands, feed, said } = open();
  expect(feed.lines()[0]).toBe('castwatch, sample, Overview.');
  expect(said()).not.toContain('Worst');
  hands.runtime.notice('Copied the name.');
  hands.runtime.draw();
  hands.press('ä');
  expect(feed.lines()[1]).toBe('Copied the name.');
  const { facts } = fakeServices(sampleState());
  const other = open({ facts: { ...facts, demo: true, production: true, readOnly: true } });
  expect(other.feed.lines()[0]).toBe('castwatch, demo, production, read-only, sample, Overview.');
});

test('each screen tells in words what is gone, what is unknown and what is worst', () => {
  const { services, hands, feed } = open();
  const state = sampleState();
  const servers = state.servers.map((record) => {
    if (record.name === 'edge-2a') return { ...record, goneSince: sampleNow - 125_000 };
    return record.name === 'cm-2' ? { ...record, server: { serverName: 'cm-2' } } : record;
  });
  services.show({ ...state, servers }, { ...calm, problems: [hot] });
  const said = screenNames.flatMap((name) => {
    hands.press(`:${name}`);
    return [`== ${name}`, ...feed.lines()];
  });
  expectGolden(resolve(import.meta.dirname, '../golden/reader.txt'), `${said.join('\n')}\n`);
});
