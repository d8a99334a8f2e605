import type { ScreenName } from '../../actions/screen-table.ts';
import type { Screen } from '../screen.ts';
import { applicationsScreen } from './applications/screen.ts';
import { cloudScreen } from './cloud/screen.ts';
import { fleetScreen } from './fleet/screen.ts';
import { journalScreen } from './journal/screen.ts';
import { licenseScreen } from './license/screen.ts';
import { overviewScreen } from './overview/screen.ts';
import { problemsScreen } from './problems/screen.ts';
import { serversScreen } from './servers/screen.ts';
import { streamsScreen } from './streams/screen.ts';
import { transcodingScreen } from './transcoding/screen.ts';
import { usersScreen } from './users/screen.ts';

const screens: Readonly<Record<ScreenName, Screen<object>>> = {
  overview: erased(overviewScreen),
  problems: erased(problemsScreen),
  servers: erased(serversScreen),
  journal: erased(journalScreen),
  streams: erased(streamsScreen),
  applications: erased(applicationsScreen),
  users: erased(usersScreen),
  transcoding: erased(transcodingScreen),
  license: erased(licenseScreen),
  cloud: erased(cloudScreen),
  fleet: erased(fleetScreen),
};

/** The screen with that name. */
export function screenOf(name: ScreenName): Screen<object> {
  return screens[name];
}

/**
 * Hides the types of slice and model. This is safe, because both are only passed back to the screen that made them.
 */
function erased<S extends object, M>(screen: Screen<S, M>): Screen<object> {
  return screen as unknown as Screen<object>;
}
