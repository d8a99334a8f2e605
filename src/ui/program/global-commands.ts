import { type CommandId, screenOpenedBy } from '../../actions/commands.ts';
import {
  type PlaceName,
  type ScreenName,
  screenNamed,
  screensBeside,
  tabOf,
} from '../../actions/screen-table.ts';
import { type Line, toned } from '../../base/text.ts';
import { chartSpans, comparisonNames, comparisons, nextSpan, spanWords } from '../../views/formats/spans.ts';
import { columnKeys, columnName, columnOrders, orderWords } from '../../views/lists/column.ts';
import { notYetKnown } from '../../views/problems/all-clear.ts';
import { worstProblem } from '../../views/problems/problems.ts';
import { capacityLines } from '../../views/report/capacity.ts';
import { alertLines, untoldLines } from '../../views/settings/alerts.ts';
import { auditLines } from '../../views/settings/audit.ts';
import { trustLines } from '../chrome/trust.ts';
import { helpDialog } from '../dialogs/help.ts';
import { menuDialog } from '../dialogs/menu.ts';
import { messageDialog } from '../dialogs/message.ts';
import { paletteDialog } from '../dialogs/palette.ts';
import { promptDialog } from '../dialogs/prompt.ts';
import { textField } from '../primitives/text-field.ts';
import type { Screen } from '../screen.ts';
import { clusterLines } from '../screens/dashboard-tables.ts';
import { askOrder, reverseOrder, setOrder } from '../screens/order.ts';
import { screenOf } from '../screens/registry.ts';
import type { Services } from '../services.ts';
import type { Shell, UiStore } from '../shell.ts';
import { askChoice, askFilter, runSavedFilter } from './filters.ts';
import { runOwn, showLastOutput } from './own-commands.ts';
import { planWork } from './planned-work.ts';
import { withoutPreferences } from './preferences.ts';
import { readThen } from './read-then.ts';
import { showSince } from './since.ts';
import { runReplay, runTime } from './time-commands.ts';

/** Commands on a list. While a detail is open, the list is shown first, because their effect would be invisible. */
const actsOnList: ReadonlySet<CommandId> = new Set([
  'list.filter',
  'list.state',
  'list.view',
  'filter.saved',
  'table.sort',
  'table.reverse',
  'table.columns',
]);

/** Runs a command that the current screen does not handle itself. */
export function runGlobal(command: CommandId, argument: string | undefined, shell: Shell): void {
  const opened = screenOpenedBy(command);
  if (opened) {
    openScreen(opened, shell);
    return;
  }
  const { replay } = shell.services;
  if (replay && runReplay(command, replay, shell)) return;
  if (runTime(command, argument, replay ?? shell.rewind, shell)) return;
  if (actsOnList.has(command)) shell.goToList(shell.ui.getState().screen);
  meanings[command]?.(shell, argument);
}

/** Opens a screen's list. Between the screens of a tab that is open this is no step. */
function openScreen(place: PlaceName, shell: Shell): void {
  const { screen, lastInAdmin } = shell.ui.getState();
  const name = screenNamed(place, lastInAdmin);
  if (name !== screen && tabOf(name) === tabOf(screen)) shell.turn(name, screenOf(name).list);
  else shell.goToList(name);
}

const meanings: Readonly<Partial<Record<CommandId, (shell: Shell, argument?: string) => void>>> = {
  'app.help': (shell) =>
    shell.open(helpDialog, { field: textField(), page: 0, scroll: 0, screen: shell.ui.getState().screen }),
  'app.palette'(shell) {
    const { screen, filters } = shell.ui.getState();
    const saved = filters[screen]?.saved ?? {};
    const columns = screenOf(screen).order?.columns ?? [];
    const orders = columnOrders(columns).map((order) => [order.key, orderWords(columns, order)] as const);
    shell.open(paletteDialog, { field: textField(), index: 0, screen, saved, orders });
  },
  'app.back': (shell) => shell.back(),
  'list.filter': (shell) => askFilter(shell.screen()),
  'list.state': (shell) => askChoice(shell.screen()),
  'filter.saved': (shell, argument) => runSavedFilter(shell.screen(), argument?.trim() ?? ''),
  'list.view': (shell) => nextView(shell),
  'table.sort'(shell, argument) {
    if (argument) setOrder(shell.screen(), shown(shell), argument);
    else askOrder(shell.screen(), shown(shell));
  },
  'table.reverse': (shell) => reverseOrder(shell.screen(), shown(shell)),
  'table.columns': (shell) => askColumns(shell),
  'move.nextPane': (shell) => shell.selectLink(1),
  'move.right': (shell) => shell.selectLink(1),
  'move.previousPane': (shell) => shell.selectLink(-1),
  'move.left': (shell) => shell.selectLink(-1),
  'viewer.open'(shell, argument = '') {
    const find = (id: string) => shell.follow({ kind: 'viewer', id });
    const submit = (text: string) => text.trim() !== '' && find(text.trim());
    if (argument.trim() === '') shell.open(promptDialog, { label: 'Viewer id', field: textField(), submit });
    else find(argument.trim());
  },
  'problem.open'(shell) {
    const { state, triage, now } = shell.view;
    const worst = worstProblem(triage.problems);
    if (worst) return shell.follow({ kind: 'problem', key: worst.key });
    const doubt = notYetKnown(state, triage, now);
    shell.notice(doubt ? `Not certain: ${doubt.words}.` : 'No problem is known.', doubt ? 'warn' : 'ok');
  },
  'app.units': ({ ui }) =>
    ui.setState(({ display }) => ({
      display: { ...display, units: display.units === 'bits' ? 'bytes' : 'bits' },
    })),
  'app.times': ({ ui }) =>
    ui.setState(({ display }) => ({
      display: { ...display, times: display.times === 'relative' ? 'absolute' : 'relative' },
    })),
  'app.theme'(shell, argument) {
    const { theme, message } = shell.services.setTheme(argument === '' ? undefined : argument);
    if (theme !== undefined) shell.ui.setState({ theme });
    shell.notice(message);
  },
  'app.reset'(shell) {
    shell.ui.setState((state) => withoutPreferences(state, shell.startDisplay));
    shell.services.setTheme(shell.services.startTheme);
    shell.notice('Theme, columns, orders, views, units, times and filters are reset.');
  },
  'app.maintenance': (shell, argument) => planWork(shell, argument?.trim() ?? ''),
  'app.profile': ({ services }, argument) => services.switchProfile(argument ?? ''),
  'app.mouse'(shell) {
    const on = shell.services.toggleMouse();
    const words = on ? 'Mouse on. :mouse turns it off.' : 'Mouse off: it selects text. :mouse turns it on.';
    shell.notice(on === undefined ? 'There is no mouse here.' : words);
  },
  'app.suspend': ({ services }) => services.suspend(),
  'app.redraw': ({ services }) => services.repaint(),
  'app.own': (shell, argument) => runOwn(shell, argument?.trim() ?? ''),
  'app.output': (shell) => showLastOutput(shell),
  'app.audit'(shell) {
    const title = 'Audit: changes sent from here';
    void readThen(shell, title, shell.services.readAudit(), (audit) =>
      showText(shell, title, auditLines(audit)),
    );
  },
  'app.alerts'(shell) {
    const { alerts } = shell.services.session;
    if (alerts) showText(shell, 'Messages to people', alertLines(alerts.facts(), shell.view.now));
    else shell.notice('Nobody is called: no alerts: in the configuration.');
  },
  'app.details'(shell) {
    const lines = trustLines(shell.view, shell.services, textColumns(shell));
    const untold = untoldLines(shell.services.session.alerts?.facts().untold ?? [], shell.view.now);
    showText(shell, 'Can this screen be trusted?', [...untold, ...lines]);
  },
  'history.capacity'(shell) {
    const { capacity } = shell.services.session;
    const columns = textColumns(shell);
    const show = (dates: readonly Line[]) =>
      showText(shell, 'Capacity', [...dates, [], ...clusterLines(shell.view, Math.min(100, columns))]);
    if (!capacity)
      return show([toned('When limits are reached: no history is kept, so no trend is known.', 'dim')]);
    void readThen(shell, 'Capacity', capacity(), (rows) => show(capacityLines(rows, columns)));
  },
  'history.since': (shell, argument) => showSince(shell, argument?.trim() ?? ''),
  'history.sessions': (shell) => shell.goTo('streams', { part: 'sessions', opened: undefined }),
  'time.freeze'(shell) {
    const { held, now, state, triage } = shell.view;
    shell.hold(held ? undefined : { mode: 'frozen', at: now, state, triage });
  },
  'time.rewind': ({ rewind }) => rewind.move(-1),
  'time.forward': ({ rewind }) => rewind.move(1),
  'time.zoomIn': ({ rewind }) => rewind.zoom(-1),
  'time.zoomOut': ({ rewind }) => rewind.zoom(1),
  'time.span'(shell) {
    const span = nextSpan(chartSpans, shell.ui.getState().display.span);
    shell.ui.setState(({ display }) => ({ display: { ...display, span } }));
    shell.notice(
      span === undefined
        ? 'Charts of the last minutes.'
        : `Charts of ${spanWords(span)}.${keptWords(shell.services)}`,
    );
  },
  'time.compare'(shell) {
    const compare = nextSpan(comparisonNames, shell.ui.getState().display.compare);
    shell.ui.setState(({ display }) => ({ display: { ...display, compare } }));
    shell.notice(
      compare === undefined
        ? 'Charts show no comparison.'
        : `The line in the charts is ${comparisons[compare].words}, same time.${keptWords(shell.services)}`,
    );
  },
  'time.refresh'(shell) {
    shell.services.session.monitor.refresh();
    shell.notice('Refreshing everything.');
  },
  'time.faster': (shell) => changePace(shell, 0.5),
  'time.slower': (shell) => changePace(shell, 2),
};

/** Changes to the next view of the screen; after the last one to the next screen of its tab. */
function nextView(shell: Shell): void {
  const { screen } = shell.ui.getState();
  const { views } = screenOf(screen);
  const slice = shell.screen().slice();
  const names = views?.names.filter((name) => views.offers?.(name, shell.view, slice) ?? true) ?? [];
  // A view that is not offered any more is shown as the first one.
  const at = views ? Math.max(0, names.indexOf(views.read(slice))) : 0;
  const next = names[at + 1];
  if (views && next !== undefined) {
    shell.turn(screen, views.write(next));
    return;
  }
  const beside = screensBeside(screen);
  const to = beside[(beside.indexOf(screen) + 1) % beside.length] ?? screen;
  const first = screenOf(to).views;
  shell.turn(to, first?.write(first.names[0] ?? ''));
}

function shown({ ui }: Shell): Screen<object> {
  return screenOf(ui.getState().screen);
}

/** Width of text in a box that fills the body, without borders and margins. */
function textColumns(shell: Shell): number {
  return shell.area.width - 8;
}

function showText(shell: Shell, title: string, lines: readonly Line[]): void {
  shell.open(messageDialog, { title, lines, scroll: 0 });
}

function changePace(shell: Shell, factor: number): void {
  const { monitor } = shell.services.session;
  monitor.setPace(monitor.pace * factor);
  const { pace } = monitor;
  shell.notice(pace === 1 ? 'Polling at the usual pace.' : `Polling intervals × ${pace}.`);
}

/** A further sentence if there is no history, because charts are then limited to this session. */
function keptWords({ session }: Services): string {
  return session.access ? '' : ' No history is kept: charts begin at the start of castwatch.';
}

function askColumns(shell: Shell): void {
  const { screen } = shell.ui.getState();
  const { order } = screenOf(screen);
  if (!order) return;
  const { all, usual } = columnKeys(order.columns);
  const shown = () => shell.ui.getState().display.columns?.[screen] ?? usual;
  // The shown columns first, in their order.
  const listed = () => [...shown(), ...all.filter((key) => !shown().includes(key))];
  shell.open(menuDialog, {
    title: 'Columns',
    hints: [
      ['space', 'show or hide'],
      ['< >', 'move'],
      ['Esc', 'close'],
    ],
    index: 0,
    items: () =>
      listed().map((key) => {
        const column = order.columns.find((each) => each.key === key) ?? { key };
        return { label: columnName(column), note: '', chosen: shown().includes(key), run: () => {} };
      }),
    keys(name, index, select) {
      const key = listed()[index];
      if (key === undefined) return false;
      if (name === 'space') {
        const next = shown().includes(key) ? shown().filter((each) => each !== key) : [...shown(), key];
        if (next.length > 0) choose(shell.ui, screen, next);
        select(listed().indexOf(key));
        return true;
      }
      if (name !== '<' && name !== '>') return false;
      choose(shell.ui, screen, moved(shown(), key, name === '<' ? -1 : 1));
      select(listed().indexOf(key));
      return true;
    },
  });
}

function choose(ui: UiStore, screen: ScreenName, keys: readonly string[]): void {
  ui.setState(({ display }) => ({
    display: { ...display, columns: { ...display.columns, [screen]: keys } },
  }));
}

function moved(keys: readonly string[], key: string, step: 1 | -1): readonly string[] {
  const at = keys.indexOf(key);
  const other = keys[at + step];
  if (at < 0 || other === undefined) return keys;
  return keys.with(at, other).with(at + step, key);
}
