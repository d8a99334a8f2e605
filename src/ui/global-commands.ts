import type { CommandId } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Link } from '../base/link.ts';
import { auditLines } from '../views/audit.ts';
import { capacityLines } from '../views/capacity.ts';
import { worstOpen } from '../views/problems.ts';
import { chartSpans, comparisonNames, comparisons, nextOf, spanWords } from '../views/spans.ts';
import { askColumns } from './columns.ts';
import { askChoice, askFilter, runSavedFilter } from './filters.ts';
import { withoutPreferences } from './preferences.ts';
import { textField } from './primitives/text-field.ts';
import { runReplay } from './replay-commands.ts';
import type { Rewind } from './rewind.ts';
import type { Controller } from './screen.ts';
import { clusterLines } from './screens/dashboard-tables.ts';
import { askOrder, nextView, reverseOrder, setOrder } from './screens/order.ts';
import { screenOf } from './screens/registry.ts';
import type { Services, ThemeChange } from './services.ts';
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
  if (command.startsWith('screen.')) {
    host.goToList(command.slice('screen.'.length) as ScreenName);
    return;
  }
  const { ui, services } = host;
  const { screen: name } = ui.getState();
  const screen = screenOf(name);
  if (services.replay && runReplay(command, services.replay, host)) return;
  if (runTime(command, argument, services.replay ?? host.rewind, host)) return;
  if (actsOnList.has(command)) host.goToList(name);
  switch (command) {
    case 'app.help':
      host.open({ kind: 'help', field: textField(), scroll: 0, screen: name });
      return;
    case 'app.palette':
      host.open({
        kind: 'palette',
        field: textField(),
        index: 0,
        screen: name,
        saved: ui.getState().filters[name]?.saved ?? {},
      });
      return;
    case 'app.back':
      host.back();
      return;
    case 'list.filter':
      askFilter(host);
      return;
    case 'list.state':
      askChoice(host);
      return;
    case 'filter.saved':
      runSavedFilter(host, argument?.trim() ?? '');
      return;
    case 'list.view':
      nextView(host.controller(), screen);
      return;
    case 'table.sort':
      if (argument) setOrder(host.controller(), screen, argument);
      else askOrder(host.controller(), screen);
      return;
    case 'table.reverse':
      reverseOrder(host.controller(), screen);
      return;
    case 'move.nextPane':
    case 'move.right':
      host.walkWays(1);
      return;
    case 'move.previousPane':
    case 'move.left':
      host.walkWays(-1);
      return;
    case 'problem.open': {
      const worst = worstOpen(host.view().triage.problems);
      if (worst) host.follow({ kind: 'problem', key: worst.key });
      else host.notice('No problem is known.', 'ok');
      return;
    }
    case 'app.units':
      ui.setState(({ display }) => ({
        display: { ...display, units: display.units === 'bits' ? 'bytes' : 'bits' },
      }));
      return;
    case 'app.times':
      ui.setState(({ display }) => ({
        display: { ...display, times: display.times === 'relative' ? 'absolute' : 'relative' },
      }));
      return;
    case 'app.theme':
      chooseTheme(services.setTheme(argument === '' ? undefined : argument), host);
      return;
    case 'app.reset':
      ui.setState((state) => withoutPreferences(state, host.startDisplay));
      services.setTheme(services.startTheme);
      host.notice('Theme, columns, orders, views, units, times and filters are as they were at first.');
      return;
    case 'table.columns':
      askColumns(host);
      return;
    case 'app.profile':
      services.switchProfile(argument ?? '');
      return;
    case 'app.audit':
      services
        .readAudit()
        .then(auditLines)
        .then((lines) =>
          host.open({ kind: 'message', title: 'Audit: what was written from here', lines, scroll: 0 }),
        );
      return;
    case 'app.details':
      host.open({
        kind: 'message',
        title: 'Can this screen be trusted?',
        lines: trustLines(host.view(), services, host.controller().area.width - 8),
        scroll: 0,
      });
      return;
    case 'app.figures': {
      const width = Math.min(100, host.controller().area.width - 8);
      const lines = clusterLines(host.view(), width);
      host.open({ kind: 'message', title: 'The cluster in figures', lines, scroll: 0 });
      return;
    }
    case 'history.capacity': {
      if (!services.history) {
        host.notice('No history is kept, so no trend is known.', 'warn');
        return;
      }
      host.notice('Reading the history...');
      const width = host.controller().area.width - 8;
      services.history.capacity().then(
        (rows) =>
          host.open({ kind: 'message', title: 'Capacity', lines: capacityLines(rows, width), scroll: 0 }),
        (error: Error) => host.notice(error.message, 'crit'),
      );
      return;
    }
    case 'history.sessions':
      host.controller().goTo('streams', { part: 'sessions', opened: undefined });
      return;
    case 'app.suspend':
      services.suspend();
      return;
    case 'app.redraw':
      services.repaint();
      return;
    case 'time.freeze': {
      const view = host.view();
      host.hold(
        view.held ? undefined : { mode: 'frozen', at: view.now, state: view.state, triage: view.triage },
      );
      return;
    }
    case 'time.rewind':
      host.rewind.move(-1);
      return;
    case 'time.forward':
      host.rewind.move(1);
      return;
    case 'time.span': {
      const span = nextOf(chartSpans, ui.getState().display.span);
      ui.setState(({ display }) => ({ display: { ...display, span } }));
      host.notice(
        span === undefined
          ? 'Charts of the last minutes.'
          : `Charts of ${spanWords(span)}.${keptWords(services)}`,
      );
      return;
    }
    case 'time.compare': {
      const compare = nextOf(comparisonNames, ui.getState().display.compare);
      ui.setState(({ display }) => ({ display: { ...display, compare } }));
      host.notice(
        compare === undefined
          ? 'Charts are compared with nothing.'
          : `The line in the charts is ${comparisons[compare].words}, same time.${keptWords(services)}`,
      );
      return;
    }
    case 'time.zoomIn':
      host.rewind.zoom(-1);
      return;
    case 'time.zoomOut':
      host.rewind.zoom(1);
      return;
    case 'time.refresh':
      services.monitor.refresh();
      host.notice('Asked for everything anew.');
      return;
    case 'time.faster':
    case 'time.slower': {
      services.monitor.setPace(services.monitor.pace * (command === 'time.faster' ? 0.5 : 2));
      const { pace } = services.monitor;
      host.notice(pace === 1 ? 'Polling at the usual pace.' : `Polling intervals × ${pace}.`);
      return;
    }
    default:
      return;
  }
}

/** What charts cannot show. */
function keptWords({ history }: Pick<Services, 'history'>): string {
  return history ? '' : ' No history is kept: there is only what was seen since the start.';
}

function chooseTheme({ theme, message }: ThemeChange, host: CommandHost): void {
  if (theme !== undefined) host.ui.setState({ theme });
  host.notice(message);
}
