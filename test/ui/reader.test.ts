import { expect, test } from 'vitest';
import { screenNames, screenTable } from '../../src/actions/screen-table.ts';
import { createReaderFeed } from '../../src/ui/reader-feed.ts';
import { Runtime } from '../../src/ui/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { calm, fakeServices } from '../support/fake-services.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleState } from '../support/sample-state.ts';

const hot = sampleProblem();

function open() {
  const services = fakeServices(sampleState());
  const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
  const runtime = new Runtime(
    services,
    createUiStore('overview', display),
    { columns: 80, rows: 24 },
    () => {},
  );
  runtime.start();
  return { services, runtime, feed: createReaderFeed(runtime) };
}

test('every screen says its name and something about itself, without frames and bars', () => {
  const { runtime, feed } = open();
  for (const name of screenNames) {
    runtime.press({ name: screenTable[name].key, text: '' });
    const said = feed.lines().join('\n');
    expect(said).toContain(screenTable[name].title);
    expect(feed.lines().length, `the summary of ${name} says nothing`).toBeGreaterThan(3);
    expect(said).not.toMatch(/[─│━█]/);
  }
});

test('it speaks when a problem comes, not with each poll', async () => {
  const { services, feed } = open();
  const before = feed.lines();
  services.show(sampleState({ round: 2 }));
  await services.clock.advance(500);
  expect(feed.lines()).toBe(before);
  services.show(sampleState({ round: 3 }), { ...calm, problems: [hot] });
  await services.clock.advance(500);
  expect(feed.lines().join('\n')).toContain('Worst: critical, Server hot. edge-1a: CPU at 97 %');
});

test('a dialog is read instead of the screen below it', () => {
  const { runtime, feed } = open();
  runtime.press({ name: '?', text: '?' });
  expect(feed.lines().join('\n')).toContain('Quit');
  expect(feed.lines().join('\n')).not.toContain('castwatch,');
});
