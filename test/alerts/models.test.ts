import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurn, type Turn } from '../../src/alerts/turn.ts';
import type { Clock } from '../../src/base/clock.ts';
import { openTeamAcknowledgements } from '../../src/config/team-acknowledgements.ts';
import { openTeamDirectory } from '../../src/config/team-directory.ts';
import { onFailingDisk } from '../support/failing-disk.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

/* Who may hold a lease, and that no own file is lost, as small models beside the real thing. What is delivered: pager/. */

const RUNS = isLong ? 1_000 : 10;
const HOUR_MS = 3_600_000;

/** Waits for nothing: time passes as soon as somebody waits. */
let passed = 0;
const eagerClock: Clock = {
  now: () => Date.now() + passed,
  monotonic: () => passed,
  after(ms, task) {
    passed += ms;
    const timer = setImmediate(task);
    return () => clearImmediate(timer);
  },
};

/** Tries sequences of commands on what `open` opens; `close` ends it. */
const tryAll = <M extends object, R>(
  commands: fc.Arbitrary<fc.AsyncCommand<M, R>>[],
  open: () => Promise<{ model: M; real: R }>,
  close: (real: R) => unknown = () => {},
) =>
  fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (all) => {
      const opened = await open();
      await fc.asyncModelRun(() => opened, [...all]);
      close(opened.real);
    }),
    { numRuns: RUNS },
  );

/** A command that may always run. */
const always = <M extends object, R>(name: string, run: (model: M, real: R) => unknown) => ({
  check: () => true,
  run: async (model: M, real: R) => void (await run(model, real)),
  toString: () => name,
});

interface Program {
  readonly isRecorder: boolean;
  /** Undefined while it does not run. */
  turn?: Turn | undefined;
  isSuspended: boolean;
  /** The clock on the wall of its machine, against that of others, ms. */
  offset: number;
}
interface Turns {
  readonly path: string;
  readonly clock: ManualClock;
  readonly programs: Program[];
  /** How long nothing has changed but time, s. */
  calm: number;
  /** Who sent at the last look. */
  holder?: Program | undefined;
}

function look(real: Turns): void {
  const awake = real.programs.filter(({ turn, isSuspended }) => turn && !isSuspended);
  const answers = awake.map(({ turn }) => turn?.isOurs() === true);
  // Who gives up in this round may have been asked first.
  const holders = awake.filter(({ turn }, n) => answers[n] && turn?.isOurs());
  expect(holders.length, 'who sends').toBeLessThan(2);
  if (real.calm < 30 || awake.length === 0) return;
  expect(holders.length, 'somebody sends').toBe(1);
  if (real.calm > 30) expect(holders[0], 'it stays').toBe(real.holder);
  real.holder = holders[0];
  expect(holders[0]?.isRecorder, 'a recorder, if there is one').toBe(
    awake.some(({ isRecorder }) => isRecorder),
  );
}

test(
  'leases: at most one program sends, and after half a minute one does, a recorder if there is one',
  async () => {
    const which = fc.nat(3);
    const disturb = (name: string, change: (program: Program, real: Turns) => unknown) =>
      which.map((n) =>
        always<object, Turns>(`${name} ${n}`, (_, real) => {
          real.calm = 0;
          change(real.programs[n] as Program, real);
          look(real);
        }),
      );
    const commands = [
      disturb('start', (program, { path, clock }) => {
        const own: Clock = {
          now: () => clock.now() + program.offset,
          monotonic: () => clock.monotonic(),
          after: clock.after.bind(clock),
        };
        program.turn ??= createTurn({ path, isRecorder: program.isRecorder, clock: own, log: () => {} });
      }),
      // The system ends the lock of a process that dies.
      disturb('crash', (program) => {
        program.turn?.giveUp();
        Object.assign(program, { turn: undefined, isSuspended: false });
      }),
      disturb('suspend', (program) => Object.assign(program, { isSuspended: true })),
      disturb('resume', (program) => Object.assign(program, { isSuspended: false })),
      disturb('set the clock', (program) => Object.assign(program, { offset: 5 * HOUR_MS - program.offset })),
      which.map((n) =>
        always<object, Turns>(`remove lock ${n}`, (_, real) => {
          real.calm = 0;
          rmSync(`${real.path}.${n % 2 ? 'pager' : 'recorder'}`, { force: true });
        }),
      ),
      fc.integer({ min: 1, max: 8 }).map((looks) =>
        always<object, Turns>(`${looks} looks`, async (_, real) => {
          for (let n = 0; n < looks; n++) {
            await real.clock.advance(5_000);
            real.calm += 5;
            look(real);
          }
        }),
      ),
    ];
    const open = async () => {
      const kinds = [true, true, false, false];
      const programs = kinds.map((isRecorder): Program => ({ isRecorder, isSuspended: false, offset: 0 }));
      return {
        model: {},
        real: { path: join(newFolder(), 'history.db'), clock: new ManualClock(), programs, calm: 0 },
      };
    };
    await tryAll<object, Turns>(commands, open, ({ programs }) => {
      for (const { turn } of programs) turn?.giveUp();
    });
  },
  HOUR_MS,
);

test(
  'team files: what one decided stays, whatever operation fails',
  async () => {
    type Decided = Map<string, string>;
    const decide = fc
      .record({
        key: fc.nat(3),
        note: fc.string({ maxLength: 5, unit: 'grapheme-ascii' }),
        failsAt: fc.nat(24),
      })
      .map(({ key, note, failsAt }) =>
        always<Decided, string>(`decide ${key} ${failsAt}`, async (model, shared) => {
          const files = openTeamAcknowledgements(openTeamDirectory(shared, true), 'https://c', eagerClock);
          const told = `${note}.`;
          const decision = { at: eagerClock.now(), note: told };
          const decides = () => files.decide(`k${key}`, decision);
          const isSaid = await onFailingDisk(shared, (nth) => nth === failsAt, decides).then(
            () => false,
            () => true,
          );
          // Where the user is told of a failure, this decision may count or not.
          const { decisions } = await files.read();
          if (!isSaid || decisions.get(`k${key}`)?.note === told) model.set(`k${key}`, told);
          expect(Object.fromEntries([...decisions].map(([name, one]) => [name, one.note]))).toEqual(
            Object.fromEntries(model),
          );
        }),
      );
    await tryAll<Decided, string>([decide], async () => ({ model: new Map(), real: newFolder() }));
  },
  HOUR_MS,
);
