import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MutationsOptions } from '../../src/actions/mutations.ts';
import type { Outcome } from '../../src/actions/outcome.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openAudit } from '../../src/config/audit.ts';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { type ConnectOptions, connect } from '../../src/http/connect.ts';
import type { UserInput } from '../../src/protocol/user.ts';
import { type SimulatorOptions, startSimulator } from '../world/start.ts';
import { loginTo } from './login.ts';
import { ManualClock } from './manual-clock.ts';
import { newFolder } from './new-folder.ts';
import { plainMutations } from './plain-mutations.ts';

interface WritingOptions {
  readonly simulator?: SimulatorOptions;
  readonly connection?: Partial<ConnectOptions>;
  readonly mutations?: Partial<MutationsOptions>;
}

/** A user to create. */
export const anna: UserInput = {
  username: 'anna',
  password: 'Very-secret-9173',
  accessRights: [
    { name: 'server', value: 'read_only' },
    { name: 'viewer', value: 'none' },
    { name: 'application', value: 'read_write' },
    { name: 'stream', value: 'none' },
  ],
};

/** The result of a write that must have succeeded. */
export function ok<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'confirmed') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.value;
}

/** Real writes to a simulated cluster over HTTP, with a state directory of their own; everything ends with the test. */
export async function writing(options: WritingOptions = {}) {
  const simulator = await startSimulator(options.simulator);
  const stateDir = newFolder();
  const { url, username } = simulator;
  const connection = connect({
    ...loginTo(simulator),
    // No timeout passes on it.
    clock: new ManualClock(),
    retry: { tries: 1 },
    ...options.connection,
  });
  onTestFinished(async () => {
    await connection.close();
    await simulator.close();
    // A line of the audit may not be written yet.
    await rm(stateDir, { recursive: true, force: true, maxRetries: 10 });
  });
  const audit = openAudit(stateDir, systemClock);
  const refreshes: number[] = [];
  /** Mutations over this cluster, or with other parts. */
  const mutationsOf = (parts: Partial<MutationsOptions> = {}) =>
    plainMutations(connection, {
      audit,
      memory: openClusterMemory(stateDir, url, systemClock, () => {}),
      user: () => username,
      refresh: () => refreshes.push(1),
      ...options.mutations,
      ...parts,
    });
  /** Requests except logins, as `PATCH /api/…`. */
  const sent = () =>
    simulator.requests
      .filter(({ path }) => !path.endsWith('/auth/login'))
      .map(({ method, path }) => `${method} ${path}`);
  /** The whole content of the state directory. */
  const files = async () => {
    const names = await readdir(stateDir);
    return Promise.all(names.map((name) => readFile(join(stateDir, name), 'utf8')));
  };
  const lines = async () => (await audit.read(100)).entries;
  const audited = async () => (await lines()).filter(({ outcome }) => outcome !== 'sent');
  return {
    simulator,
    connection,
    mutations: mutationsOf(),
    mutationsOf,
    stateDir,
    audit,
    audited,
    lines,
    refreshes,
    sent,
    files,
  };
}
