import type { ScreenName } from '../../actions/commands.ts';
import type { Screen } from '../screen.ts';
import { applicationsScreen } from './applications.ts';
import { cloudScreen } from './cloud.ts';
import { journalScreen } from './journal.ts';
import { overviewScreen } from './overview.ts';
import { problemsScreen } from './problems.ts';
import { serversScreen } from './servers.ts';
import { settingsScreen } from './settings.ts';
import { streamsScreen } from './streams.ts';
import { usersScreen } from './users.ts';
import { viewersScreen } from './viewers.ts';

const screens: Partial<Record<ScreenName, Screen<object>>> = {
  overview: erased(overviewScreen),
  problems: erased(problemsScreen),
  servers: erased(serversScreen),
  journal: erased(journalScreen),
  streams: erased(streamsScreen),
  applications: erased(applicationsScreen),
  viewers: erased(viewersScreen),
  users: erased(usersScreen),
  settings: erased(settingsScreen),
  cloud: erased(cloudScreen),
};

/** The screen of a name. */
export function screenOf(name: ScreenName): Screen<object> {
  return screens[name] ?? erased(overviewScreen);
}

/** A slice is only ever handed back to the screen it belongs to, so its type is the screen's own business. */
function erased<S extends object>(screen: Screen<S>): Screen<object> {
  return screen as unknown as Screen<object>;
}
