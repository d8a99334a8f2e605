import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { openTeamDirectory, ownUserName } from '../../src/config/team-directory.ts';
import { openDecisions } from '../../src/session/decisions.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

const target = { name: 'lab', url: 'http://cluster.example', wholeClusterWork: false };
const HOUR = 3_600_000;

/** A monitor of a user with a state directory of their own. */
async function monitor(shared: string | undefined, clock: ManualClock) {
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  const stateDir = newFolder();
  const memory = openClusterMemory(stateDir, target.url, clock, tell);
  const { works, acknowledgements } = openDecisions({ target, clock, shared }, stateDir, memory, tell);
  const problem = { key: 'hot', since: { at: clock.now(), known: 'exact' as const } };
  return { told, works, acknowledgements, find: () => acknowledgements?.find(problem), memory };
}

test('what two monitors decide is shared from when the directory of the team is made, also what one decided before', async () => {
  const clock = new ManualClock();
  const nowhere = join(newFolder(), 'shared');
  const [anna, bob] = [await monitor(nowhere, clock), await monitor(nowhere, clock)];
  expect(anna.told).toEqual([expect.stringContaining('are not shared')]);
  anna.acknowledgements?.keep('hot', { at: clock.now(), note: 'on it' });
  await clock.advance(10_000);
  expect([bob.find(), bob.told.length]).toEqual([undefined, 1]);
  await mkdir(nowhere);
  openTeamDirectory(nowhere, true);
  await eventually(async () => {
    await clock.advance(5_000);
    anna.find();
    expect(bob.find()).toMatchObject({ note: 'on it', by: ownUserName() });
  });
  expect(bob.told.slice(1)).toEqual(['Acknowledgements and planned work are shared from now on.']);
  const work = { object: 'edge-1', from: clock.now(), until: clock.now() + 1_000 * HOUR, note: 'disk swap' };
  expect(bob.works?.begin(work)?.until).toBe(clock.now() + 720 * HOUR);
  expect(bob.works?.begin({ ...work, object: 'cluster' })).toBeUndefined();
  bob.acknowledgements?.keep('hot', { at: clock.now(), note: 'mine now' });
  await eventually(async () => {
    await clock.advance(10_000);
    expect(anna.find()?.note).toBe('mine now');
    expect(anna.works?.current()).toMatchObject([{ object: 'edge-1', by: ownUserName() }]);
  });
  const [file = ''] = (await readdir(nowhere, { recursive: true })).filter((name) =>
    /maintenance/.test(name),
  );
  await appendFile(join(nowhere, file), 'next week\n');
  bob.works?.end('edge-1');
  await eventually(async () => {
    await clock.advance(10_000);
    expect([anna.works?.current(), anna.told.at(-1)]).toEqual([[], expect.stringMatching('Not understood')]);
  });
});

test('what was taken back before the directory of the team is made is not shared', async () => {
  const clock = new ManualClock();
  const nowhere = join(newFolder(), 'shared');
  const [anna, bob] = [await monitor(nowhere, clock), await monitor(nowhere, clock)];
  anna.acknowledgements?.keep('hot', { at: clock.now(), note: 'a mistake' });
  anna.acknowledgements?.drop('hot');
  await mkdir(nowhere);
  openTeamDirectory(nowhere, true);
  await eventually(async () => {
    await clock.advance(5_000);
    anna.find();
    bob.find();
    expect([anna.told.length, bob.told.length]).toEqual([2, 2]);
  });
  expect(bob.find()).toBeUndefined();
});
