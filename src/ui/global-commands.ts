import { type CommandId, screenOpenedBy } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Link } from '../base/link.ts';
import type { Line } from '../base/text.ts';
import { chartSpans, comparisonNames, comparisons, nextOf, spanWords } from '../views/formats/spans.ts';
import { worstOpen } from '../views/problems/problems.ts';
import { capacityLines } from '../views/report/capacity.ts';
import { auditLines } from '../views/settings/audit.ts';
import { askColumns } from './columns.ts';
import { askChoice, askFilter, runSavedFilter } from './filters.ts';
import { withoutPreferences } from './preferences.ts';
import { textField } from './primitives/text-field.ts';
import { runReplay } from './replay-commands.ts';
import type { Rewind } from './rewind.ts';
import type { Controller, Screen } from './screen.ts';
import { clusterLines } from './screens/dashboard-tables.ts';
import { askOrder, nextView, reverseOrder, setOrder } from './screens/order.ts';
import { screenOf } from './screens/registry.ts';
import type { Services } from './services.ts';
import type { Held, UiStore } from './store.ts';
import { runTime } from './time-commands.ts';
import { trustLines } from './trust.ts';
import type { Display, View } from './view.ts';

/** What commands may do with the user interface: `Runtime` is it. */
interface CommandHost extends Pick<Controller<object>, 'services' | 'open' | 'back' | 'notice'> {
  readonly ui: UiStore;
  readonly rewind: Rewind;
  view(): View;
  controller(): Controller<object>;
  goToList(screen: ScreenName): void;
  walkWays(step: 1 | -1): void;
  follow(link: Link): void;
  readonly startDisplay: Display;
  hold(held: Held | undefined): void;
}

/** Where something of a list is open, the list is shown first: what these do would not be seen. */
const actsOnList: ReadonlySet<CommandId> = new Set([
  'list.filter',
  'list.state',
  'list.view',
  'filter.saved',
  'table.sort',
  'table.reverse',
  'table.columns',
]);

/** What a command means where the screen gave it no meaning of its own. */
export function runGlobal(command: CommandId, argument: string | undefined, host: CommandHost): void {
  const opened = screenOpenedBy(command);
  if (opened) {
    host.goToList(opened);
    return;
  }
  const { replay } = host.services;
  if (replay && runReplay(command, replay, host)) return;
  if (runTime(command, argument, replay ?? host.rewind, host)) return;
  if (actsOnList.has(command)) host.goToList(host.ui.getState().screen);
  meanings[command]?.(host, argument);
}

const meanings: Readonly<Partial<Record<CommandId, (host: CommandHost, argument?: string) => void>>> = {
  'app.help': (host) =>
    host.open({ kind: 'help', field: textField(), scroll: 0, screen: host.ui.getState().screen }),
  'app.palette'(host) {
    const { screen, filters } = host.ui.getState();
    const saved = filters[screen]?.saved ?? {};
    host.open({ kind: 'palette', field: textField(), index: 0, screen, saved });
  },
  'app.back': (host) => host.back(),
  'list.filter': (host) => askFilter(host),
  'list.state': (host) => askChoice(host),
  'filter.saved': (host, argument) => runSavedFilter(host, argument?.trim() ?? ''),
  'list.view': (host) => nextView(host.controller(), shown(host)),
  'table.sort'(host, argument) {
    if (argument) setOrder(host.controller(), shown(host), argument);
    else askOrder(host.controller(), shown(host));
  },
  'table.reverse': (host) => reverseOrder(host.controller(), shown(host)),
  'table.columns': (host) => askColumns(host),
  'move.nextPane': (host) => host.walkWays(1),
  'move.right': (host) => host.walkWays(1),
  'move.previousPane': (host) => host.walkWays(-1),
  'move.left': (host) => host.walkWays(-1),
  'problem.open'(host) {
    const worst = worstOpen(host.view().triage.problems);
    if (worst) host.follow({ kind: 'problem', key: worst.key });
    else host.notice('No problem is known.', 'ok');
  },
  'app.units': ({ ui }) =>
    ui.setState(({ display }) => ({
      display: { ...display, units: display.units === 'bits' ? 'bytes' : 'bits' },
    })),
  'app.times': ({ ui }) =>
    ui.setState(({ display }) => ({
      display: { ...display, times: display.times === 'relative' ? 'absolute' : 'relative' },
    })),
  'app.theme'(host, argument) {
    const { theme, message } = host.services.setTheme(argument === '' ? undefined : argument);
    if (theme !== undefined) host.ui.setState({ theme });
    host.notice(message);
  },
  'app.reset'(host) {
    host.ui.setState((state) => withoutPreferences(state, host.startDisplay));
    host.services.setTheme(host.services.startTheme);
    host.notice('Theme, columns, orders, views, units, times and filters are as they were at first.');
  },
  'app.profile': ({ services }, argument) => services.switchProfile(argument ?? ''),
  'app.suspend': ({ services }) => services.suspend(),
  'app.redraw': ({ services }) => services.repaint(),
  async 'app.audit'(host) {
    showText(host, 'Audit: what was written from here', auditLines(await host.services.readAudit()));
  },
  'app.details'(host) {
    const lines = trustLines(host.view(), host.services, textColumns(host));
    showText(host, 'Can this screen be trusted?', lines);
  },
  'app.figures'(host) {
    showText(host, 'The cluster in figures', clusterLines(host.view(), Math.min(100, textColumns(host))));
  },
  'history.capacity'(host) {
    const { history } = host.services;
    if (!history) {
      host.notice('No history is kept, so no trend is known.', 'warn');
      return;
    }
    host.notice('Reading the history...');
    const columns = textColumns(host);
    history.capacity().then(
      (rows) => showText(host, 'Capacity', capacityLines(rows, columns)),
      (error: Error) => host.notice(error.message, 'crit'),
    );
  },
  'history.sessions': (host) => host.controller().goTo('streams', { part: 'sessions', opened: undefined }),
  'time.freeze'(host) {
    const { held, now, state, triage } = host.view();
    host.hold(held ? undefined : { mode: 'frozen', at: now, state, triage });
  },
  'time.rewind': ({ rewind }) => rewind.move(-1),
  'time.forward': ({ rewind }) => rewind.move(1),
  'time.zoomIn': ({ rewind }) => rewind.zoom(-1),
  'time.zoomOut': ({ rewind }) => rewind.zoom(1),
  'time.span'(host) {
    const span = nextOf(chartSpans, host.ui.getState().display.span);
    host.ui.setState(({ display }) => ({ display: { ...display, span } }));
    host.notice(
      span === undefined
        ? 'Charts of the last minutes.'
        : `Charts of ${spanWords(span)}.${keptWords(host.services)}`,
    );
  },
  'time.compare'(host) {
    const compare = nextOf(comparisonNames, host.ui.getState().display.compare);
    host.ui.setState(({ display }) => ({ display: { ...display, compare } }));
    host.notice(
      compare === undefined
        ? 'Charts are compared with nothing.'
        : `The line in the charts is ${comparisons[compare].words}, same time.${keptWords(host.services)}`,
    );
  },
  'time.refresh'(host) {
    host.services.monitor.refresh();
    host.notice('Asked for everything again.');
  },
  'time.faster': (host) => changePace(host, 0.5),
  'time.slower': (host) => changePace(host, 2),
};

function shown({ ui }: CommandHost): Screen<object> {
  return screenOf(ui.getState().screen);
}

/** Cells beside the borders and margins of a box that takes the whole body. */
function textColumns(host: CommandHost): number {
  return host.controller().area.width - 8;
}

function showText(host: CommandHost, title: string, lines: readonly Line[]): void {
  host.open({ kind: 'message', title, lines, scroll: 0 });
}

function changePace(host: CommandHost, factor: number): void {
  const { monitor } = host.services;
  monitor.setPace(monitor.pace * factor);
  const { pace } = monitor;
  host.notice(pace === 1 ? 'Polling at the usual pace.' : `Polling intervals × ${pace}.`);
}

/** What charts cannot show. */
function keptWords({ history }: Pick<Services, 'history'>): string {
  return history ? '' : ' No history is kept: there is only what was seen since the start.';
}
