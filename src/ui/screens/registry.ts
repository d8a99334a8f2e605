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

const screens = {
  overview: overviewScreen,
  problems: problemsScreen,
  servers: serversScreen,
  journal: journalScreen,
  streams: streamsScreen,
  applications: applicationsScreen,
  users: usersScreen,
  transcoding: transcodingScreen,
  license: licenseScreen,
  cloud: cloudScreen,
  fleet: fleetScreen,
} satisfies Record<ScreenName, object>;

/** The types of slice and model are hidden, because both are only passed back to the screen that made them. */
export function screenOf(name: ScreenName): Screen<object> {
  return screens[name] as unknown as Screen<object>;
}
