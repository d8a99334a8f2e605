import type { Keymap } from '../../actions/keymap.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import type { ReplayStatus, TimeStatus } from '../../actions/time-travel.ts';
import type { Link } from '../../base/link.ts';
import { safeText } from '../../base/safe-text.ts';
import { type Line, type Span, toned } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';
import type { DialogKeys, Notice } from '../shell.ts';
import type { Pane, View } from '../view.ts';

/** Hints from this rank on are kept in every window: help, quit, and the keys that play a recording. */
const FIXED_RANK = 90;

export interface FooterInput {
  readonly view: View;
  readonly screen: ScreenName;
  /** Position in the recording that is played. */
  readonly replay: ReplayStatus | undefined;
  /** Position in the past; undefined while the screen shows the present, or a recording. */
  readonly past: TimeStatus | undefined;
  readonly notice: Notice | undefined;
  readonly status: Line;
  /** A list is shown, or something in it is open. */
  readonly place: 'list' | 'detail';
  /** Commands that do nothing at the moment. */
  readonly idle: readonly string[];
  /** Commands that a border of a pane names already. */
  readonly inBorders: ReadonlySet<string>;
  readonly keymap: Keymap;
  /** The keys of the open dialog, which takes every key; undefined while no dialog is open. */
  readonly dialog: DialogKeys | undefined;
}

/** The notice, else the status text of the screen; then the keys of the open dialog, else of the screen. */
export function footer(input: FooterInput, width: number): Line {
  return input.dialog ? dialogFooter(input.dialog, input.notice, width) : screenFooter(input, width);
}

function dialogFooter(keys: DialogKeys, notice: Notice | undefined, width: number): Line {
  const hints = keys.flatMap(([key, label]): Span[] => [
    { text: key, tone: 'accent' },
    { text: ` ${label}  `, tone: 'dim' },
  ]);
  const words = notice ? [...noticeWords(notice, width - 4), { text: ' │ ', tone: 'faint' as const }] : [];
  return fitLine([{ text: ' ' }, ...words, ...hints], width);
}

function screenFooter(input: FooterInput, width: number): Line {
  const { notice, status, inBorders } = input;
  const hints = hintsNow(input).filter((hint) => isPossible(hint, input) && !inBorders.has(hint.id));
  const always = hints.filter(({ fixed }) => fixed).reduce((sum, hint) => sum + hintWidth(hint), 0);
  const words = notice ? noticeWords(notice, width - 2) : status;
  // A notice that does not fit beside the keys that always stay has the line for itself.
  if (notice && lineWidth(words) > width - always - 4) return fitLine([{ text: ' ' }, ...words], width);
  const spans: Span[] = [{ text: ' ' }, ...words];
  if (words.length > 0) spans.push({ text: ' │ ', tone: 'faint' });
  // Room for the hints that can be left out.
  let room = width - lineWidth(spans) - always;
  const shown = hints.filter((hint) => {
    if (hint.fixed) return true;
    if (hintWidth(hint) > room) return false;
    room -= hintWidth(hint);
    return true;
  });
  for (const { id, key, label } of shown) {
    const link: Link = { kind: 'command', id };
    spans.push({ text: key, tone: 'accent', link }, { text: ` ${label}`, tone: 'dim', link }, { text: '  ' });
  }
  return fitLine(spans, width);
}

/** The keys of the screen alone, for the border of the pane with the focus: those that it has nowhere else. */
export function ownHints(input: HintInput): readonly Hint[] {
  const { view, screen, keymap } = input;
  const { live, held } = hintsOf(keymap, screen);
  return (view.held ? held : live).filter((hint) => hint.isOwn && isPossible(hint, input));
}

/** What decides which keys do something now. */
export type HintInput = Pick<FooterInput, 'view' | 'screen' | 'place' | 'idle' | 'keymap'>;

function isPossible({ id, on }: Hint, { place, idle }: Pick<HintInput, 'place' | 'idle'>): boolean {
  return !idle.includes(id) && (on ?? place) === place;
}

function hintsNow({ view, screen, replay, past, keymap }: FooterInput): readonly Hint[] {
  const { live, held, beside } = hintsOf(keymap, screen);
  if (replay) return replayHints(beside, replay);
  if (past) return beside;
  return view.held ? held : live;
}

/** The whole notice if there is room; else it is cut, with a mark that there is more. */
function noticeWords({ text, tone }: Notice, room: number): Line {
  const sign = { info: '●', ok: '✔', warn: '▲', crit: '✖' }[tone];
  const words = safeText(`${sign} ${text}`);
  return toned(fit(words, Math.max(0, Math.min(textWidth(words), room))), tone);
}

export interface Hint {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly rank: number;
  /** Never left out. */
  readonly fixed: boolean;
  /** Only some screens have this command. */
  readonly isOwn: boolean;
  readonly on: 'list' | 'detail' | undefined;
}

function hintsOf(keymap: Keymap, screen: ScreenName) {
  const live: Hint[] = [];
  /** While the screen is held: first the key that ends it. Keys without effect at that time are left out. */
  const held: Hint[] = [];
  /** Below the time line of another moment: leave the past, move through time, help and quit. */
  const beside: Hint[] = [];
  for (const { id, keys, hint, screens } of keymap.available(screen)) {
    const key = keys[0];
    if (!key || !hint) continue;
    const { label, rank, timeLine, on } = hint;
    const fixed = rank >= FIXED_RANK && !timeLine;
    const isOwn = screens !== undefined;
    const one = { id, key, label, rank, on, isOwn };
    const other = hint.held ? { ...one, label: hint.held, rank: 0 } : one;
    if (fixed || timeLine || hint.held) beside.push({ ...other, fixed: fixed || !timeLine });
    if (timeLine) continue;
    live.push({ ...one, fixed });
    if (hint.held !== false) held.push({ ...other, fixed });
  }
  const byRank = (a: Hint, b: Hint) => a.rank - b.rank;
  return { live: live.sort(byRank), held: held.sort(byRank), beside: beside.sort(byRank) };
}

/** The hint of the play key says what the key does now: pause or play. */
function replayHints(hints: readonly Hint[], { playing, at, to }: ReplayStatus): readonly Hint[] {
  return hints.flatMap((hint) => {
    if (hint.id !== 'replay.play') return [hint];
    if (playing) return [{ ...hint, label: 'pause' }];
    return at >= to ? [] : [hint];
  });
}

function hintWidth({ key, label }: Hint): number {
  return textWidth(key) + textWidth(label) + 3;
}

/**
 * Writes the screen's own keys into the lower border of the pane with the focus, where they belong; the footer then
 * has those that work everywhere. What does not fit stays in the footer.
 */
export function withPaneKeys(panes: readonly Pane[], hints: readonly Hint[]): readonly Pane[] {
  if (hints.length === 0) return panes;
  return panes.map((pane) => {
    const border = pane.lines.at(-1);
    if (!pane.focus || !isBorder(border)) return pane;
    return { ...pane, lines: [...pane.lines.slice(0, -1), keyBorder(border, hints)] };
  });
}

export function commandsInBorders(panes: readonly Pane[]): ReadonlySet<string> {
  const links = panes.flatMap(({ lines }) => (lines.at(-1) ?? []).map(({ link }) => link));
  return new Set(links.flatMap((link) => (link?.kind === 'command' ? [link.id] : [])));
}

function isBorder(line: Line | undefined): line is readonly [Span] {
  return line?.length === 1 && line[0]?.text.startsWith('└') === true;
}

/** Such as `└─ / filter ─ s sort ──────┘`. */
function keyBorder([border]: readonly [Span], hints: readonly Hint[]): Line {
  const { tone } = border;
  const spans: Span[] = [{ ...border, text: '└' }];
  let room = lineWidth([border]) - 2;
  for (const { id, key, label } of hints) {
    const link = { kind: 'command', id } as const;
    const words: Line = [
      { text: '─ ', tone },
      { text: key, tone: 'accent', link },
      { text: ` ${label}`, tone: 'dim', link },
      { text: ' ', tone },
    ];
    if (lineWidth(words) >= room) break;
    room -= lineWidth(words);
    spans.push(...words);
  }
  return [...spans, { text: `${'─'.repeat(Math.max(0, room))}┘`, tone }];
}
