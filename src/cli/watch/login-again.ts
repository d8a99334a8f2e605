import type { ClusterSession } from '../../session/cluster-session.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import type { Login } from '../target/target.ts';
import { askOnScreen } from './switch-profile.ts';

/** The current session, and the login whose password can be replaced. */
export interface LoggedIn {
  readonly session: Pick<ClusterSession, 'connection' | 'monitor' | 'target'>;
  readonly login: Pick<Login, 'setPassword'>;
}

/**
 * Asks for another password on the screen when a login is refused; nothing is retried before one is typed. For
 * `WatchOptions.attach`.
 */
export function loginAgain(now: () => LoggedIn): (runtime: Runtime) => () => void {
  return (runtime) => {
    const { cluster } = runtime.services;
    let asked = false;
    const look = () => {
      const { status, username } = cluster.getState().session;
      if (status === 'ok') asked = false;
      if (status !== 'refused' || asked) return;
      asked = true;
      const { session, login } = now();
      const who = username ?? session.target.username;
      askOnScreen(runtime, `Login${who === undefined ? '' : ` of ${who}`} refused. Password:`).then(
        (typed) => {
          if (typed === undefined || typed === '') {
            runtime.notice('castwatch does not try again. r asks for the password again.', 'warn');
            return;
          }
          asked = false;
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
      asked = false;
      look();
    });
    look();
    return () => {
      offCluster();
      offPress();
    };
  };
}
