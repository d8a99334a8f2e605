import type { Keymap } from '../actions/keymap.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { ReplayStatus } from '../actions/time-travel.ts';
import type { Line, Span } from '../base/text.ts';
import { cut, fitLine, lineWidth, textWidth } from '../base/width.ts';
import type { Notice } from './store.ts';
import { timeLine } from './time-line.ts';
import type { View } from './view.ts';

/** Below this a time line shows nothing that the header does not. */
const LEAST_TIME_LINE = 36;
/** Hints from this rank on stay in every window: help, quit, and what plays a recording. */
const FIXED_RANK = 90;

export interface FooterInput {
  readonly view: View;
  readonly screen: ScreenName;
  /** Of a recording that is played. */
  readonly replay: ReplayStatus | undefined;
  readonly notice: Notice | undefined;
  /** The screen's own words. */
  readonly status: Line;
  readonly keymap: Keymap;
}

/** A notice while there is one; else the screen's own words at the left and its keys. */
export function footer({ view, screen, replay, notice, status, keymap }: FooterInput, width: number): Line {
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
  const known = hintsOf(keymap, screen);
  const hints = replay ? replayHints(known.live, replay) : view.held ? known.held : known.live;
  const fixed = hints.filter((hint) => hint.rank >= FIXED_RANK);
  let room = width - lineWidth(spans) - fixed.reduce((sum, hint) => sum + hintWidth(hint), 0);
  if (replay && room >= LEAST_TIME_LINE) spans.push(...timeLine(replay, room, view.display.ascii));
  for (const hint of hints) {
    if (hint.rank < FIXED_RANK) room -= hintWidth(hint);
    if (hint.rank < FIXED_RANK && room < 0) continue;
    spans.push({ text: hint.key, tone: 'accent' }, { text: ` ${hint.label}  `, tone: 'dim' });
  }
  return fitLine(spans, width);
}

interface Hint {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly rank: number;
}

interface Hints {
  readonly live: readonly Hint[];
  /** While the screen is held: the way out first, and nothing that has no effect then. */
  readonly held: readonly Hint[];
}

/** A keymap's hints, a screen: it does not change, and the footer is drawn every second. */
const hintsKnown = new WeakMap<object, Map<ScreenName, Hints>>();

function hintsOf(keymap: Keymap, screen: ScreenName): Hints {
  const known = hintsKnown.get(keymap) ?? new Map<ScreenName, Hints>();
  hintsKnown.set(keymap, known);
  const found = known.get(screen);
  if (found) return found;
  const live: Hint[] = [];
  const held: Hint[] = [];
  for (const { id, keys, hint } of keymap.available(screen)) {
    const key = keys[0];
    if (!key || !hint) continue;
    live.push({ id, key, label: hint.label, rank: hint.rank });
    if (hint.held === false) continue;
    held.push({ id, key, label: hint.held ?? hint.label, rank: hint.held ? 0 : hint.rank });
  }
  const byRank = (a: Hint, b: Hint) => a.rank - b.rank;
  const hints = { live: live.sort(byRank), held: held.sort(byRank) };
  known.set(screen, hints);
  return hints;
}

/** Of a recording the time line says most; the key that plays is named after what it does now. */
function replayHints(hints: readonly Hint[], { playing, at, to }: ReplayStatus): readonly Hint[] {
  return hints.flatMap((hint) => {
    if (hint.rank < FIXED_RANK) return [];
    if (hint.id !== 'replay.play') return [hint];
    if (playing) return [{ ...hint, label: 'pause' }];
    return at >= to ? [] : [hint];
  });
}

function hintWidth(hint: { readonly key: string; readonly label: string }): number {
  return textWidth(hint.key) + textWidth(hint.label) + 3;
}
