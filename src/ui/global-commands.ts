import type { CommandId } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Past } from '../actions/time-travel.ts';
import { bytes, clockTime, count, DASH, duration } from '../base/format.ts';
import type { Link } from '../base/link.ts';
import type { Line } from '../base/text.ts';
import { freshnessOf } from '../cluster/freshness.ts';
import { resources } from '../cluster/resources.ts';
import { endpoints } from '../protocol/endpoints.ts';
import { capacityLines } from '../views/capacity.ts';
import { errorWords, unreadableCount, unreadableWords } from '../views/errors.ts';
import type { HistoryAccess } from '../views/history-access.ts';
import { doubtWords } from '../views/journal-doubt.ts';
import { worstOpen } from '../views/problems.ts';
import { chartSpans, comparisonNames, comparisons, nextOf, spanWords } from '../views/spans.ts';
import { askColumns } from './columns.ts';
import { askChoice, askFilter, runSavedFilter } from './filters.ts';
import { withoutPreferences } from './preferences.ts';
import { textField } from './primitives/text-field.ts';
import { wrapText } from './primitives/wrap.ts';
import { runReplay } from './replay-commands.ts';
import type { Rewind } from './rewind.ts';
import type { Controller } from './screen.ts';
import { askOrder, nextView, reverseOrder, setOrder } from './screens/order.ts';
import { screenOf } from './screens/registry.ts';
import type { Services, ThemeChange } from './services.ts';
import type { Held, UiStore } from './store.ts';
import { runTime } from './time-commands.ts';
import type { Display, View } from './view.ts';

/** What commands may do with the program's face: `Runtime` is it. */
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
      host.notice('Columns, orders, views, units, times and filters are as they were at first.');
      return;
    case 'table.columns':
      askColumns(host);
      return;
    case 'app.profile':
      services.switchProfile(argument ?? '');
      return;
    case 'app.audit':
      services.readAudit().then(
        (lines) =>
          host.open({ kind: 'message', title: 'Audit: what was written from here', lines, scroll: 0 }),
        (error: Error) => host.notice(error.message, 'crit'),
      );
      return;
    case 'app.details':
      host.open({
        kind: 'message',
        title: 'Can this screen be trusted?',
        lines: [
          ...trustLines(host.view(), host.controller().area.width - 8),
          ...pastLines(services.past, host.controller().area.width - 8),
          ...historyLines(services.history, host.controller().area.width - 8),
        ],
        scroll: 0,
      });
      return;
    case 'history.capacity': {
      if (!services.history) {
        host.notice('No history is kept, so no trend is known.', 'warn');
        return;
      }
      host.notice('Reading the history…');
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

/** Where the history lies, and whether it is written. */
function historyLines(history: HistoryAccess | undefined, width: number): Line[] {
  if (!history) return [[{ text: 'History: none is kept.', tone: 'dim' }]];
  const { path, bytes: size, writing, since, message } = history.facts();
  const doing = {
    opening: 'being opened',
    writing: 'being written',
    waiting: 'written by another castwatch',
    failing: `not written: ${message}`,
  }[writing];
  const tone = writing === 'failing' ? 'crit' : 'plain';
  return wrapText(`History ${path ?? '—'}: ${bytes(size)}, since ${clockTime(since)} ${doing}`, width, tone);
}

/** What charts cannot show. */
function keptWords({ history }: Pick<Services, 'history'>): string {
  return history ? '' : ' No history is kept: there is only what was seen since the start.';
}

function chooseTheme({ theme, told }: ThemeChange, host: CommandHost): void {
  if (theme !== undefined) host.ui.setState({ theme });
  host.notice(told);
}

/** Cells from which on the longest path is not cut: half of one would look like another. */
const MIN_PATH_COLUMNS = 95;

/** Freshness, last status and error of each resource, in words; errors over as many rows of that width as they need. */
function trustLines(view: View, width: number): Line[] {
  const { state, now } = view;
  const lines: Line[] = [];
  const room = Math.max(20, Math.min(width, 100));
  for (const { key, title, endpoint } of resources) {
    const resource = state[key];
    const fresh = freshnessOf(resource, now);
    const tone = fresh === 'fresh' ? 'ok' : fresh === 'none' ? 'dim' : 'warn';
    const old = resource.updatedAt === undefined ? DASH : `${duration(now - resource.updatedAt)} old`;
    const every = resource.interval === undefined ? 'not polled now' : `every ${duration(resource.interval)}`;
    lines.push([
      { text: title.padEnd(24) },
      { text: fresh === 'none' ? 'no data ' : fresh.padEnd(8), tone },
      { text: old.padEnd(10) },
      { text: every.padEnd(16), tone: 'dim' },
      resource.unreadable.length > 0
        ? { text: unreadableCount(resource.unreadable), tone: 'warn' }
        : { text: room >= MIN_PATH_COLUMNS ? endpoints[endpoint].path : '', tone: 'dim' },
    ]);
    for (const words of unreadableWords(resource.unreadable)) {
      for (const row of wrapText(words, room - 2, 'warn')) lines.push([{ text: '  ' }, ...row]);
    }
    if (resource.error) {
      const words = `✖ since ${clockTime(resource.error.since)}: ${errorWords(resource.error, now)}`;
      for (const row of wrapText(words, room - 2, 'crit')) lines.push([{ text: '  ' }, ...row]);
    }
  }
  const { doubt } = state.journal;
  if (doubt) lines.push(...wrapText(`⚠ Journal: ${doubtWords(doubt)}`, room, 'warn'));
  lines.push([]);
  const { status, message } = state.session;
  lines.push(...wrapText(`Session: ${status}${message ? `, ${message}` : ''}`, room));
  const skew = state.clockSkew;
  lines.push([
    { text: `Server clock: ${skew === undefined ? DASH : `${(skew / 1000).toFixed(1)} s against ours`}` },
  ]);
  return lines;
}

/** What the past takes of memory. */
function pastLines(past: Past | undefined, width: number): Line[] {
  if (!past) return [];
  const { bytes: held, limit, changes, mostChanges } = past.memory;
  const since = past.from === undefined ? '' : ` since ${clockTime(past.from)}`;
  const answers = `Past${since}: ${bytes(held)} of at most ${bytes(limit)} of answers`;
  return wrapText(
    `${answers}, ${count(changes)} of at most ${count(mostChanges)} changes of problems`,
    width,
  );
}
