import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createKeymap } from '../../actions/keymap.ts';
import { systemClock } from '../../base/clock.ts';
import { errorMessage } from '../../base/system-error.ts';
import type { AuditEntry } from '../../config/audit.ts';
import { childEnvironment } from '../../config/child-environment.ts';
import { expandPath } from '../../config/paths.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import type { Fleet } from '../../session/fleet.ts';
import type { SessionHolder } from '../../session/session-holder.ts';
import type { Size } from '../../ui/program/layout.ts';
import { Runtime } from '../../ui/program/runtime.ts';
import type { FleetAccess, OwnResult, Services } from '../../ui/services.ts';
import { createUiStore } from '../../ui/store.ts';
import { clipboardSequence, multiplexerOf } from '../../ui/terminal/sequences.ts';
import { themeChoices } from '../../ui/theme/background.ts';
import type { SessionFacts } from '../../ui/view.ts';
import { ShownOrders } from '../../views/lists/steady-order.ts';
import type { Audit } from '../../views/settings/audit.ts';
import { saveNewFile } from '../save-file.ts';
import type { Frontend } from './frontend.ts';
import { switchProfile } from './switch-profile.ts';
import type { WatchOptions } from './watch-options.ts';

/** The program on a screen, read aloud or printed. */
export function createRuntime(
  options: WatchOptions,
  holder: SessionHolder,
  frontend: Frontend,
  { size, quit }: { readonly size: Size; readonly quit: () => void },
): Runtime {
  const services = watchServices(options, holder, frontend, () => runtime);
  const ui = createUiStore(options.fleet ? 'fleet' : options.screen, options.display);
  const runtime: Runtime = new Runtime(services, ui, size, quit);
  return runtime;
}

/** `runtime` is a function because the runtime is made from these services. */
function watchServices(
  options: WatchOptions,
  holder: SessionHolder,
  frontend: Frontend,
  runtime: () => Runtime,
): Services {
  const { replay } = options.session;
  let facts: SessionFacts = options.facts;
  let lastOutput: OwnResult | undefined;
  const lend = (work: () => Promise<void>) => frontend.handOver(() => withTerminalLent(work));
  return {
    clock: options.clock ?? systemClock,
    cluster: holder.cluster,
    triage: holder.triage,
    get session() {
      return holder.current;
    },
    keymap: createKeymap(options.keys, replay ? 'replay' : 'live', options.own, options.fleet !== undefined),
    fleet:
      options.fleet &&
      fleetAccess(options.fleet, holder, (next) => {
        facts = next;
      }),
    replay,
    orders: replay ? undefined : new ShownOrders(() => systemClock.monotonic()),
    get facts() {
      return facts;
    },
    copy: (text) => frontend.control(clipboardSequence(text, multiplexerOf(options.env))),
    placeOf: (name) => expandPath(name),
    saveFile: saveNewFile,
    completePath,
    async editText(text) {
      const { editInEditor } = await import('./edit-text.ts');
      let edited: string | undefined;
      await lend(async () => {
        edited = await editInEditor(text, options.env, holder.current.target.secretVariables);
      });
      return edited;
    },
    async runProgram(run) {
      const { runBeside, runInTerminal } = await import('./run-program.ts');
      const session = holder.current;
      const env = childEnvironment(options.env, session.target.secretVariables);
      const result = await auditedRun(session, run.name, async () => {
        if (!run.terminal) return await runBeside(run, env);
        let ended: OwnResult | undefined;
        await lend(async () => {
          ended = await runInTerminal(run, env);
        });
        if (!ended) throw new Error('there is no terminal to give away.');
        return ended;
      });
      if (!run.terminal) lastOutput = result;
      return result;
    },
    lastOutput: () => lastOutput,
    toggleMouse: () => frontend.toggleMouse(),
    repaint: () => frontend.repaint(),
    setTheme: (name) => frontend.setTheme(name),
    startTheme: options.theme,
    themes: themeChoices,
    profiles: options.profiles ?? [],
    switchProfile(name) {
      if (options.fleet) {
        runtime().openCluster(name);
        return;
      }
      switchProfile(name, runtime(), options.openProfile, async (next) => {
        await holder.swap(next.session);
        ({ facts } = next);
      });
    },
    readAudit: () => readAudit(holder.current),
    suspend: () => frontend.suspend(),
  };
}

function fleetAccess(
  fleet: Fleet<SessionFacts>,
  holder: SessionHolder,
  setFacts: (facts: SessionFacts) => void,
): FleetAccess {
  return {
    members: () =>
      fleet.members.map(({ name, facts, session }) => ({
        name,
        state: session.store.getState(),
        triage: session.triage.getState(),
        production: facts.production,
        paused: session.cost?.paused,
      })),
    open(name) {
      fleet.look(name);
      const member = fleet.members.find((each) => each.name === name);
      if (!member) return;
      setFacts(member.facts);
      holder.show(member.session);
    },
    refresh: () => fleet.refresh(),
    subscribe: (listener) => fleet.subscribe(listener),
  };
}

const MOST_PATHS = 200;

/**
 * Paths that start with the typed text, sorted, at most 200; directories end with a slash. Empty if the directory
 * cannot be read.
 */
export async function completePath(typed: string): Promise<readonly string[]> {
  const inside = typed === '' || typed.endsWith('/');
  const prefix = inside ? '' : basename(typed);
  const shown = inside ? typed : typed.slice(0, typed.length - prefix.length);
  const directory = expandPath(inside ? typed || '.' : dirname(typed));
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries
      .filter(({ name }) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .map((entry) => join(shown || '.', entry.name) + (entry.isDirectory() ? '/' : ''))
      .sort()
      .slice(0, MOST_PATHS);
  } catch {
    return [];
  }
}

/** Most lines of the file that are read, two for each write. */
const MOST_LINES = 400;

/** The changes made with castwatch. Never rejects: `problem` says why they could not be read. */
async function readAudit({ audit }: ClusterSession): Promise<Audit> {
  if (!audit)
    return { entries: [], unreadable: 0, path: undefined, problem: 'Nothing can be written to a recording.' };
  const { path } = audit;
  try {
    return { ...(await audit.read(MOST_LINES)), path };
  } catch (error) {
    return { entries: [], unreadable: 0, path, problem: errorMessage(error) };
  }
}

/** Signals of Ctrl-C and Ctrl-\: the terminal sends them to its whole foreground process group. */
const FOR_THE_CHILD = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Runs `work`, during which a child has the terminal. The child shares the process group, so keys that become signals reach
 * both: those that end belong to the child alone, as in system(3), and Ctrl-Z stops both as one job of the shell, because
 * SIGTSTP has its default action here meanwhile.
 */
async function withTerminalLent(work: () => Promise<void>): Promise<void> {
  const ours = [...FOR_THE_CHILD, 'SIGTSTP' as const].map((signal) => ({
    signal,
    listeners: process.listeners(signal),
  }));
  const ignore = () => {};
  for (const { signal } of ours) process.removeAllListeners(signal);
  for (const signal of FOR_THE_CHILD) process.on(signal, ignore);
  try {
    await work();
  } finally {
    for (const signal of FOR_THE_CHILD) process.off(signal, ignore);
    for (const { signal, listeners } of ours) for (const listener of listeners) process.on(signal, listener);
  }
}

/**
 * Runs a command of the user with two lines in the audit, as a write has them: one before it starts, and one with its
 * exit code. Its words are left out, because a configuration may have a secret in them. Without the first line it runs only
 * where the cluster is not a production cluster.
 */
export async function auditedRun(
  { audit, store, target }: Pick<ClusterSession, 'audit' | 'store' | 'target'>,
  name: string,
  run: () => Promise<OwnResult>,
): Promise<OwnResult> {
  if (!audit) return await run();
  const id = crypto.randomUUID();
  const user = store.getState().session.username ?? target.username ?? 'unknown';
  let problem: string | undefined;
  const append = async (rest: Pick<AuditEntry, 'outcome' | 'message'>) => {
    try {
      const about = { id, cluster: target.name, user, action: 'run command', target: name, fields: {} };
      await audit.append({ ...about, ...rest });
    } catch (error) {
      problem = errorMessage(error);
    }
  };
  await append({ outcome: 'sent' });
  if (problem !== undefined && target.production)
    throw new Error(
      `not run: ${problem}. Nothing runs for a production cluster without a line in the audit.`,
    );
  try {
    const result = await run();
    await append({ outcome: result.failed ? 'failed' : 'ok', message: result.outcome });
    return problem === undefined
      ? result
      : { ...result, outcome: `${result.outcome}; not in the audit: ${problem}` };
  } catch (error) {
    await append({ outcome: 'failed', message: errorMessage(error) });
    throw error;
  }
}
