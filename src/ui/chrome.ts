import type { Keymap } from '../actions/keymap.ts';
import { type ScreenName, screenNames, screenTable } from '../actions/screen-table.ts';
import type { ReplayStatus } from '../actions/time-travel.ts';
import type { Line, Rect, Span } from '../base/text.ts';
import { cut, fitLine, lineWidth, textWidth } from '../base/width.ts';
import { staleFor } from '../cluster/freshness.ts';
import type { ClusterState } from '../cluster/state.ts';
import { age, clockTime, dateTime, stopwatch } from '../views/format.ts';
import { severityLook } from '../views/tones.ts';
import { freshnessSigns } from './freshness-signs.ts';
import type { Held, Notice } from './store.ts';
import { timeLine } from './time-line.ts';
import type { Pane, View } from './view.ts';

/** Rows around the screen's body: header, tabs, problem line; footer below. */
export const CHROME_TOP = 3;
export const CHROME_BOTTOM = 1;
/** Below this a time line shows nothing that the header does not. */
const LEAST_TIME_LINE = 36;
const BRAND = ' castwatch ';
/** Cells of the cluster's name that are worth dropping other words for. */
const NAME_CELLS = 6;

export interface ChromeInput {
  readonly view: View;
  readonly screen: ScreenName;
  readonly held: Held | undefined;
  /** Of a recording that is played. */
  readonly replay: ReplayStatus | undefined;
  /** Time of day; the view's own `now` stands still while the screen is held. */
  readonly liveNow: number;
  readonly notice: Notice | undefined;
  readonly status: Line;
  readonly keymap: Keymap;
}

/** The rows that every screen has above and below it. */
export function chromePanes(input: ChromeInput, window: Rect): Pane[] {
  const { width, height, y: top } = window;
  const row = (id: string, y: number, line: Line): Pane => ({
    id,
    rect: { x: 0, y: top + y, width, height: 1 },
    lines: [line],
  });
  return [
    row('chrome.header', 0, header(input, width)),
    row('chrome.tabs', 1, tabs(input.screen, width)),
    row('chrome.problem', 2, problemLine(input.view, width)),
    row('chrome.footer', height - 1, footer(input, width)),
  ];
}

/** Cluster, what kind of session this is, who, worst counts, freshness, clock. The right end gives way last. */
function header({ view, held, replay, liveNow }: ChromeInput, width: number): Line {
  const kinds = badges(view, held, replay, liveNow).flatMap((badge) => [badge, { text: ' ' }]);
  const user = view.state.session.username ?? view.facts.username;
  const clock: Span[] = [{ text: clockTime(liveNow), tone: 'bold' }, { text: ' ' }];
  // A name of some letters beside the badges; a narrow window keeps those, and names only resources that are not fresh.
  const least = lineWidth(kinds) + 1 + NAME_CELLS;
  const count = counts(view, width);
  const rights = freshnessSigns(view.state, view.now).map((signs) => [...count, ...signs, ...clock]);
  const right = rights.find((each) => lineWidth(each) + least <= width) ?? rights.at(-1) ?? clock;
  const rest = Math.max(0, width - lineWidth(right));
  const named = lineWidth(kinds) + textWidth(view.state.name);
  const brand: Span[] = named + BRAND.length > rest ? [{ text: ' ' }] : [{ text: BRAND, tone: 'accent' }];
  const left: Span[] = [...brand, ...kinds, { text: view.state.name, tone: 'bold' }];
  const who: Span[] = user === undefined ? [] : [{ text: ` ${user}`, tone: 'dim' }];
  const full = lineWidth([...left, ...who]) + 1 <= rest ? [...left, ...who] : left;
  // The badges are what nobody may overlook: where nothing else helps, the right end is cut.
  return fitLine([...fitLine(full, Math.max(rest - 1, least - NAME_CELLS)), { text: ' ' }, ...right], width);
}

function badges(
  view: View,
  held: Held | undefined,
  replay: ReplayStatus | undefined,
  liveNow: number,
): Span[] {
  const list: Span[] = [];
  if (replay) list.push({ text: ` REPLAY ${dateTime(liveNow)} `, tone: 'demo' });
  if (view.facts.production) list.push({ text: ' PRODUCTION ', tone: 'badgeCrit' });
  if (view.facts.demo) list.push({ text: ' DEMO ', tone: 'demo' });
  if (held?.mode === 'frozen')
    list.push({ text: ` FROZEN ${stopwatch(liveNow - held.at)} `, tone: 'badgeInfo' });
  if (held?.mode === 'past') list.push({ text: ` PAST -${hours(liveNow - held.at)} `, tone: 'badgeInfo' });
  if (view.facts.readOnly) list.push({ text: ' READ-ONLY ', tone: 'badgeOk' });
  if (view.facts.insecure) list.push({ text: ' PLAIN HTTP ', tone: 'badgeWarn' });
  return list;
}

/** `00:03:20`. */
function hours(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Words where there is room for them; in a narrow window the signs alone, for the name to stay readable. */
function counts(view: View, width: number): Span[] {
  const words = width >= 100;
  let critical = 0;
  let warning = 0;
  for (const problem of view.triage.problems) {
    if (problem.acknowledged) continue;
    if (problem.severity === 'critical') critical++;
    else if (problem.severity === 'warning') warning++;
  }
  const spans: Span[] = [];
  if (critical > 0)
    spans.push({ text: ` ✖ ${critical}${words ? ' critical' : ''} `, tone: 'badgeCrit' }, { text: ' ' });
  if (warning > 0)
    spans.push({
      text: `▲ ${warning}${words ? (warning === 1 ? ' warning' : ' warnings') : ''} `,
      tone: 'warn',
    });
  if (critical + warning > 0 || !view.state.dashboard.value) return spans;
  const known = staleFor(view.state.dashboard, view.now) === undefined;
  spans.push(known ? { text: '✔ ok ', tone: 'ok' } : { text: '? unknown ', tone: 'warn' });
  return spans;
}

interface Tab {
  readonly name: ScreenName;
  readonly title: string;
  /** First cell, and cells that the tab takes. */
  readonly x: number;
  readonly width: number;
}

/** The current screen keeps its whole name; the others are cut alike until all fit. */
function placeTabs(current: ScreenName, width: number): Tab[] {
  let most = 12;
  const titleOf = (name: ScreenName) =>
    name === current ? screenTable[name].title : screenTable[name].title.slice(0, most);
  const cells = (name: ScreenName) => {
    const title = titleOf(name);
    return textWidth(screenTable[name].key) + 2 + (title === '' ? 0 : textWidth(title) + 1);
  };
  while (most > 0 && screenNames.reduce((sum, name) => sum + cells(name), 1) > width) most--;
  let x = 1;
  return screenNames.map((name) => {
    const tab = { name, title: titleOf(name), x, width: cells(name) };
    x += tab.width;
    return tab;
  });
}

/** The screen whose tab is drawn at `x`. */
export function tabAt(current: ScreenName, width: number, x: number): ScreenName | undefined {
  return placeTabs(current, width).find((tab) => x >= tab.x && x < tab.x + tab.width)?.name;
}

let tabsDrawn: { readonly current: ScreenName; readonly width: number; readonly line: Line } | undefined;

/** Drawn anew only where something is different: it hardly ever is. */
function tabs(current: ScreenName, width: number): Line {
  if (tabsDrawn?.current !== current || tabsDrawn.width !== width)
    tabsDrawn = { current, width, line: drawTabs(current, width) };
  return tabsDrawn.line;
}

function drawTabs(current: ScreenName, width: number): Line {
  const spans: Span[] = [{ text: ' ' }];
  for (const { name, title } of placeTabs(current, width)) {
    const here = name === current;
    const on = here ? { on: 'select' as const } : {};
    spans.push({ text: screenTable[name].key, tone: 'accent', ...on });
    if (title !== '') spans.push({ text: ` ${title}`, tone: here ? 'bold' : 'dim', ...on });
    spans.push({ text: '  ' });
  }
  return fitLine(spans, width);
}

/** The worst that is not acknowledged, in one line, on every screen. */
function problemLine({ triage, state, now }: View, width: number): Line {
  const worst = triage.problems.find((problem) => !problem.acknowledged);
  if (!worst) return fitLine(withoutProblem(state, now), width);
  const { badge, sign, word } = severityLook[worst.severity];
  const others = triage.problems.filter((problem) => !problem.acknowledged).length - 1;
  const head: Line = [
    { text: ` ${sign} ${word} `, tone: badge },
    { text: ` ${worst.title}`, tone: 'bold' },
    { text: ` ${worst.reason}` },
  ];
  const more =
    others > 0
      ? [` · +${others}`, ` · +${others} more`, ` · +${others} more, ${screenTable.problems.key} lists them`]
      : [''];
  const tails = more.map((words) => ` since ${age(now - worst.since)}${words} `);
  // The longest beside which the problem itself is whole; else the shortest.
  const tail = tails.findLast((text) => lineWidth(head) + textWidth(text) <= width) ?? tails[0] ?? '';
  return [...fitLine(head, Math.max(0, width - textWidth(tail))), { text: tail, tone: 'dim' }];
}

/** Whether all is well, or why that cannot be said. */
function withoutProblem(state: ClusterState, now: number): Line {
  const error = state.dashboard.error ?? state.topology.error;
  if (error) return [{ text: ` ✖ ${error.message}`, tone: 'crit' }];
  if (state.dashboard.value === undefined) return [{ text: ' … waiting for the first answer', tone: 'dim' }];
  const stale = staleFor(state.dashboard, now);
  if (stale === undefined) return [{ text: ' ✔ no problem known', tone: 'ok' }];
  return [{ text: ` ▲ no answer for ${age(stale)}: whether there are problems is unknown`, tone: 'warn' }];
}

/** A notice while there is one; else the screen's own words at the left and its keys. */
function footer({ view, screen, replay, notice, status, keymap }: ChromeInput, width: number): Line {
  if (notice) {
    const sign = { info: '●', ok: '✔', warn: '▲', crit: '✖' }[notice.tone];
    return fitLine(
      [
        { text: ` ${sign} `, tone: notice.tone },
        { text: cut(notice.text, width - 4), tone: notice.tone },
      ],
      width,
    );
  }
  const spans: Span[] = [{ text: ' ' }, ...status];
  if (status.length > 0) spans.push({ text: ' │ ', tone: 'faint' });
  const hints = hintsOf(keymap, screen);
  // Help and quit are the two that nobody may have to search for.
  const fixed = hints.filter((hint) => hint.rank >= 90);
  let room = width - lineWidth(spans) - fixed.reduce((sum, hint) => sum + hintWidth(hint), 0);
  if (replay && room >= LEAST_TIME_LINE) spans.push(...timeLine(replay, room, view.display.ascii));
  const shown = hints.filter((hint) => {
    if (hint.rank >= 90) return true;
    if (replay) return false;
    if (view.held && hint.rank === 31) return false;
    room -= hintWidth(hint);
    return room >= 0;
  });
  for (const hint of shown)
    spans.push({ text: hint.key, tone: 'accent' }, { text: ` ${hint.label}  `, tone: 'dim' });
  return fitLine(spans, width);
}

interface Hint {
  readonly key: string;
  readonly label: string;
  readonly rank: number;
}

/** A keymap's hints, a screen: it does not change, and the footer is drawn every second. */
const hintsKnown = new WeakMap<object, Map<ScreenName, readonly Hint[]>>();

function hintsOf(keymap: Keymap, screen: ScreenName): readonly Hint[] {
  const known = hintsKnown.get(keymap) ?? new Map<ScreenName, readonly Hint[]>();
  hintsKnown.set(keymap, known);
  const found = known.get(screen);
  if (found) return found;
  const hints = keymap
    .available(screen)
    .flatMap((command) =>
      command.hint && command.keys[0] ? [{ key: command.keys[0], ...command.hint }] : [],
    )
    .sort((a, b) => a.rank - b.rank);
  known.set(screen, hints);
  return hints;
}

function hintWidth(hint: { readonly key: string; readonly label: string }): number {
  return textWidth(hint.key) + textWidth(hint.label) + 3;
}
