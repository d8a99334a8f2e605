import type { ClusterSession } from '../../session/cluster-session.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import type { Login } from '../cluster/cluster-target.ts';
import { askOnScreen } from './switch-profile.ts';

/** The current session, and the login whose password can be replaced. */
export interface LoggedIn {
  readonly session: Pick<ClusterSession, 'connection' | 'monitor' | 'target'>;
  readonly login: Pick<Login, 'setPassword'>;
}

/**
 * Asks for another password on the screen when the login of the cluster that is shown is refused. `now` is undefined
 * while several clusters are shown; `without` says what happens if none is typed. For `WatchOptions.attach`.
 */
export function loginAgain(
  now: (runtime: Runtime) => LoggedIn | undefined,
  without = 'castwatch does not try again.',
): (runtime: Runtime) => () => void {
  return (runtime) => {
    const { cluster } = runtime.services;
    /** Names of the clusters whose password was asked for since their last login. */
    const asked = new Set<string>();
    const look = () => {
      const shown = now(runtime);
      if (!shown) return;
      const { session, login } = shown;
      const { name, session: state } = cluster.getState();
      if (state.status === 'ok') asked.delete(name);
      if (state.status !== 'refused' || asked.has(name)) return;
      asked.add(name);
      const who = state.username ?? session.target.username;
      askOnScreen(runtime, `Login${who === undefined ? '' : ` of ${who}`} refused. Password:`).then(
        (typed) => {
          if (typed === undefined || typed === '') {
            runtime.notice(`${without} r asks for the password again.`, 'warn');
            return;
          }
          asked.delete(name);
          login.setPassword(typed);
          session.connection.session.retry();
          session.monitor.refresh();
        },
      );
    };
    const offCluster = cluster.subscribe(look);
    // A refresh by a user who cancelled the prompt means that they want to log in.
    const offPress = runtime.onPress(({ name }) => {
      if (runtime.ui.getState().dialogs.length > 0) return;
      if (runtime.services.keymap.lookup(name, runtime.ui.getState().screen) !== 'time.refresh') return;
      asked.delete(cluster.getState().name);
      look();
    });
    // Another screen may be that of a cluster whose login was refused before.
    const offScreen = runtime.ui.subscribe((ui, before) => {
      if (ui.screen !== before.screen) look();
    });
    look();
    return () => {
      offScreen();
      offCluster();
      offPress();
    };
  };
}
