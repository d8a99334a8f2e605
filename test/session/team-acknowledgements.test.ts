import { expect, test } from 'vitest';
import type { TeamAcknowledgements, TeamDecision } from '../../src/config/team-acknowledgements.ts';
import { shareAcknowledgements } from '../../src/session/acknowledgements.ts';
import { ManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;

/** The files of a team, and what this program writes to its own. */
function open(by: string, { isKeeper = false, files = new Map<string, TeamDecision>() } = {}) {
  const clock = new ManualClock();
  const start = clock.now();
  const written: string[] = [];
  const team: TeamAcknowledgements = {
    read: async () => ({ decisions: new Map(files), doubts: [] }),
    async decide(key, decision) {
      written.push(`${key} ${decision.lifted ? 'lifted' : decision.note}`);
    },
  };
  const told: string[] = [];
  const memory = shareAcknowledgements({ team, clock, by, isKeeper, tell: (line) => told.push(line) });
  const problem = (at: number, known: 'exact' | 'before' = 'exact') => ({ key: 'hot', since: { at, known } });
  /** The files are read again. */
  const hear = async () => {
    await clock.advance(5_000);
    memory.find(problem(start));
    await clock.advance(0);
  };
  return { clock, start, files, team, written, told, memory, problem, hear };
}

test('an acknowledgement of an earlier problem of that kind is not about this one', async () => {
  const files = new Map([['hot', { at: new ManualClock().now(), note: 'on it', by: 'anna' }]]);
  const { clock, start, memory, problem } = open('bob', { files });
  await clock.advance(0);
  const isKnown = (after: number, known?: 'before') =>
    memory.find(problem(start + after, known)) !== undefined;
  expect([isKnown(MINUTE), isKnown(MINUTE + 1)]).toEqual([true, false]);
  // It is not known when a problem began that was there at the first look.
  const half = 12 * 60 * MINUTE;
  expect([isKnown(half, 'before'), isKnown(half + 1, 'before')]).toEqual([true, false]);
});

test('of this user and others, the newest decision counts at once', async () => {
  const { start, files, memory, problem, written, hear } = open('bob');
  files.set('hot', { at: start, note: 'on it', by: 'anna' });
  await hear();
  memory.drop('hot');
  expect(memory.find(problem(start))).toMatchObject({ lifted: true, by: 'bob' });
  expect(written).toEqual(['hot lifted']);
});

test.each([
  ['the user themselves', 'anna', false, ['hot lifted']],
  ['another user', 'bob', false, []],
  ['the program that records', 'castwatch', true, ['hot lifted']],
])('when a problem clears, its acknowledgement is ended by %s or not', async (_who, by, isKeeper, ends) => {
  const { start, files, memory, written, hear } = open(by, { isKeeper });
  files.set('hot', { at: start, note: 'on it', by: 'anna' });
  await hear();
  memory.expire('hot');
  memory.expire('never acknowledged');
  expect(written).toEqual(ends);
});

test('a directory that cannot be read is reported once', async () => {
  const { clock, start, team, told, memory, problem } = open('bob');
  Object.assign(team, { read: () => Promise.reject(new Error('permission denied')) });
  for (let times = 0; times < 3; times++) {
    await clock.advance(5_000);
    memory.find(problem(start));
  }
  await clock.advance(0);
  expect(told).toEqual(['Acknowledgements of others are not known: permission denied']);
});
