import { isOfFleet, screensBeside } from '../../actions/screen-table.ts';
import { type Line, type Rect, type Tone, toned } from '../../base/text.ts';
import { blindness } from '../../views/problems/blind.ts';
import { bandPane, bandRows, cardPane } from '../chrome/band.ts';
import { type ChromeInput, chromePanes } from '../chrome/chrome.ts';
import { commandsInBorders, type HintInput, ownHints, withPaneKeys } from '../chrome/footer.ts';
import { withSelectedLink } from '../links.ts';
import { withoutAge } from '../primitives/panel.ts';
import { screenOf } from '../screens/registry.ts';
import type { Services } from '../services.ts';
import type { UiState } from '../shell.ts';
import type { Pane, View } from '../view.ts';
import { hasRail, type Size, SMALLEST, tooSmall } from './layout.ts';
import { isFilterFromStep, showsList } from './navigation.ts';
import type { ScreenFrame } from './screen-frame.ts';

/** Everything that the panes on the screen are made from; the functions here are pure. */
export interface FrameInput extends Pick<ChromeInput, 'past' | 'recent' | 'liveNow'> {
  readonly ui: UiState;
  readonly view: View;
  readonly shown: ScreenFrame;
  readonly services: Services;
  readonly size: Size;
}

/**
 * The panes that show the time and so change each second: band, header, tabs, problem line, footer. `body`: the panes
 * between them. What is partly behind a dialog is dimmed as those are.
 */
export function edgePanes(input: FrameInput, body: readonly Pane[]): Pane[] {
  const { ui, view, shown, services, past, recent, liveNow, size } = input;
  if (tooSmall(size)) return [];
  const { band } = ui;
  const topRow = bandRows(band, size);
  const top = ui.dialogs.at(-1);
  const covers = isCovered(ui) ? body.filter(({ layer }) => layer !== undefined) : [];
  const isBehind = ({ rect }: Pane) =>
    covers.some(({ rect: { y, height } }) => rect.y < y + height && y < rect.y + rect.height);
  const panes = [
    ...(band && topRow > 0 ? [bandPane(band, view, liveNow, size.columns)] : []),
    ...(band?.card ? [cardPane(band, size, view.display.ascii)] : []),
    ...chromePanes(
      {
        ...hintInput(input),
        held: ui.held,
        replay: services.replay?.status(),
        past,
        recent,
        hasRail: hasRail(size, shown.area),
        liveNow,
        notice: ui.notice,
        status: statusOf(ui, shown),
        inBorders: commandsInBorders(body),
        // None where the topmost dialog shows them itself.
        dialog: top && (top.dialog.keys?.(top.shown) ?? []),
      },
      { x: 0, y: topRow, width: size.columns, height: size.rows - topRow },
    ),
  ];
  return panes.map((pane) => (isBehind(pane) ? faded(pane) : pane));
}

function hintInput({ ui, view, shown, services }: FrameInput): HintInput {
  const { screen } = ui;
  const place = showsList(ui, screen) ? 'list' : 'detail';
  const { idle } = screenOf(screen);
  // The row of tabs names the key that turns them.
  const turns = screensBeside(screen).length > 1 ? (['list.view'] as const) : [];
  return { view, screen, place, idle: [...turns, ...(idle?.(shown.model) ?? [])], keymap: services.keymap };
}

function statusOf(ui: UiState, { slice, model }: ScreenFrame): Line {
  const { filter, status } = screenOf(ui.screen);
  const own = status?.(model) ?? [];
  const text = filter && showsList(ui, ui.screen) ? filter.read(slice) : '';
  if (text === '') return own;
  return [
    ...own,
    ...(own.length > 0 ? [{ text: ' ' }] : []),
    { text, tone: 'accent' },
    // If a step from another screen set it, Esc goes back to that screen.
    { text: isFilterFromStep(ui) ? ' (Esc: back)' : ' (Esc: all)', tone: 'dim' },
  ];
}

export function bodyPanes(input: FrameInput): Pane[] {
  const { ui, view, shown, services, size } = input;
  const window: Rect = { x: 0, y: 0, width: size.columns, height: size.rows };
  if (tooSmall(size)) return [smallWindow(window)];
  // An open dialog takes every key.
  const hints = ui.dialogs.length > 0 ? [] : ownHints(hintInput(input));
  const framed = withPaneKeys(screenOf(ui.screen).draw(shown.model), hints);
  const drawn = withSelectedLink(framed, ui.selectedLink);
  // The band above shows the age of the whole screen, and grey that nothing of it is current.
  const isBlind = !isOfFleet(ui.screen) && blindness(view.state, view.now);
  const panes = isBlind ? drawn.map(grey) : drawn;
  const dialogs = ui.dialogs.flatMap(({ dialog, shown }) => dialog.render(shown, view, services, window));
  return [...(isCovered(ui) ? panes.map(faded) : panes), ...dialogs];
}

/** A dialog covers the screen; a prompt, such as that of a filter, does not: its effect is seen during typing. */
function isCovered({ dialogs }: UiState): boolean {
  return dialogs.some(({ dialog }) => !dialog.onFooter);
}

/** Tones that stay where everything else is grey: frames, titles, and what is grey already. */
const COLOURLESS: ReadonlySet<Tone | undefined> = new Set(['dim', 'faint', 'title', 'border', 'borderFocus']);

/** The same pane in grey and without its age, for data that is not current. Selection and links stay. */
function grey(pane: Pane): Pane {
  const lines = pane.lines.map((line, row) =>
    (row === 0 ? withoutAge(line) : line).map((span) => {
      if (COLOURLESS.has(span.tone)) return span;
      return { ...span, tone: span.tone === 'spread' ? ('faint' as const) : ('dim' as const) };
    }),
  );
  return { ...pane, lines };
}

/** The same pane dimmed, for the area behind a dialog: colours would draw attention there. */
function faded(pane: Pane): Pane {
  const lines = pane.lines.map((line) => line.map(({ text }) => ({ text, tone: 'faint' as const })));
  return { ...pane, lines };
}

function smallWindow(window: Rect): Pane {
  const needs = `${SMALLEST.columns}×${SMALLEST.rows}`;
  const whole = `window too small: ${window.width}×${window.height}, needs ${needs} (q quits)`;
  const words = [whole, `too small, needs ${needs}`, `needs ${needs}`, needs];
  // The longest text that fits in one line.
  const text = words.find((each) => each.length <= window.width) ?? needs.slice(0, window.width);
  return { id: 'too-small', rect: window, lines: [toned(text, 'warn')] };
}
