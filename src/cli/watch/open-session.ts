import { openPreferences, type PreferencesFile } from '../../actions/preferences.ts';
import { systemClock } from '../../base/clock.ts';
import { sendsMessages } from '../../config/alerts.ts';
import type { Config } from '../../config/load.ts';
import { unknownName } from '../../config/nearest.ts';
import { defaultPaths } from '../../config/paths.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import type { Outputs } from '../../session/outputs.ts';
import { preferencesOf, withPreferences } from '../../ui/program/preferences.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { keptTokens, type Login } from '../cluster/cluster-target.ts';
import { historySettings } from '../options/history-options.ts';
import { openPrometheus } from '../options/open-prometheus.ts';
import { type Arguments, UsageError } from '../options/options.ts';

/** The arguments of the program, and the files that it writes. */
export interface Invocation {
  readonly args: Arguments;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  readonly outputs: Outputs;
}

/** Memory for the past of all clusters together, bytes; and the least for one. */
const REWIND_BYTES = 16 * 1024 * 1024;
const LEAST_REWIND_BYTES = 256 * 1024;
/** Items of the journals of all clusters together, about 300 bytes each; the most and the least for one. */
const JOURNAL_ITEMS = 50_000;
const MOST_JOURNAL_ITEMS = 10_000;
const LEAST_JOURNAL_ITEMS = 1_000;

/** The share of one cluster of several in the memory for the past and for the journal. */
export function memoryShare(clusters: number) {
  return {
    rewindBytes: Math.max(LEAST_REWIND_BYTES, Math.floor(REWIND_BYTES / clusters)),
    journalItems: Math.max(
      LEAST_JOURNAL_ITEMS,
      Math.min(MOST_JOURNAL_ITEMS, Math.floor(JOURNAL_ITEMS / clusters)),
    ),
  };
}

/**
 * Returns a function that opens a cluster with everything that an interactive session needs; what is loaded for it is
 * loaded before.
 */
export async function sessionOpener(target: ClusterTarget, invocation: Invocation) {
  const { args, env, config, outputs } = invocation;
  const { stateDir } = defaultPaths();
  const alerts = config.file.alerts && (await openMonitorAlerts(target, invocation));
  const history = historySettings(args, config, stateDir, outputs.tell);
  const remote = await openPrometheus(config, target.name, env);
  return (login: Login, several?: ReturnType<typeof memoryShare>): ClusterSession => {
    return openClusterSession({
      target,
      clock: systemClock,
      ...login,
      // Members that are not on the screen have nobody to ask.
      unattended: several !== undefined,
      tokens: keptTokens(args, target),
      ...outputs.hooks(target.name),
      operator: { stateDir, env, tell: outputs.tell, rewindBytes: several?.rewindBytes },
      history,
      remote,
      shared: config.file.history?.directory,
      journalItems: several?.journalItems,
      alerts,
    });
  };
}

async function openMonitorAlerts(target: ClusterTarget, { args, env, config, outputs }: Invocation) {
  const { alerts } = config.file;
  if (args.options.history === false && alerts?.monitor && sendsMessages(alerts)) {
    throw new UsageError(
      '--no-history: messages to the command and the webhook wait in the history; leave the option out, or alerts.monitor',
    );
  }
  const { openAlerts } = await import('../alerts/open-alerts.ts');
  return openAlerts(config, { target, env, as: 'monitor', log: outputs.tell });
}

/** A tour chooses the screens itself, so what it shows is not remembered as the user's choice. */
export async function tourOrPreferences({ options }: Arguments) {
  const { kiosk, theme } = options;
  if (kiosk === undefined)
    return keepPreferences(openPreferences(defaultPaths().stateDir, systemClock), theme !== undefined);
  const { startKiosk } = await import('../../ui/program/kiosk.ts');
  return (runtime: Runtime) => startKiosk(runtime, kiosk);
}

/** Changes are written after this pause, ms. */
const WRITE_AFTER_MS = 1000;

/** Restores the choices of earlier runs and saves those of this one. For `WatchOptions.attach`. */
export function keepPreferences(
  file: PreferencesFile,
  hasOwnTheme: boolean,
): (runtime: Runtime) => () => Promise<void> {
  return (runtime) => {
    const { ui, services } = runtime;
    let kept: string | undefined;
    let cancel = () => {};
    const tell = (error: Error) => runtime.notice(`Preferences are not saved:  ${error.message}`, 'warn');
    const now = () => preferencesOf(ui.getState(), runtime.startDisplay);
    const write = async () => {
      const text = JSON.stringify(now());
      if (kept === undefined || text === kept) return;
      kept = text;
      await file.write(now()).catch(tell);
    };
    const takeTheme = (theme: string) => {
      if (services.themes.includes(theme)) services.setTheme(theme);
      else runtime.notice(`Saved theme:  ${unknownName(theme, services.themes)}`, 'warn');
    };
    const off = ui.subscribe(() => {
      cancel();
      cancel = services.clock.after(WRITE_AFTER_MS, write);
    });
    file.read().then((preferences) => {
      if (preferences) {
        ui.setState((state) => withPreferences(state, preferences));
        if (preferences.theme !== undefined && !hasOwnTheme) takeTheme(preferences.theme);
      }
      kept = JSON.stringify(now());
    }, tell);
    return () => {
      off();
      cancel();
      return write();
    };
  };
}
