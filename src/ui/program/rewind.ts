import type { TimeMark, TimeStatus } from '../../actions/time-travel.ts';
import { dateTime, duration } from '../../base/format.ts';
import { errorMessage } from '../../base/system-error.ts';
import { spanWords, timeLineSpans } from '../../views/formats/spans.ts';
import type { PastTravel, Shell } from '../shell.ts';

/** Steps across the time line: ten seconds each if it covers an hour. */
const STEPS = 360;
/** Presses at shorter intervals mean that the key is held down; steps then get larger, ms. */
const HELD_DOWN_MS = 400;
const FASTER_AFTER_PRESSES = 8;
const FASTER_FACTOR = 6;
/** A moment closer to the present than this counts as the present, ms. */
const NOW_WITHIN_MS = 3_000;
/** A shorter past is not worth showing, ms. */
const MIN_PAST_MS = 10_000;
/** The marks of a time line are read again after this time, ms: the history is not written more often. */
const MARKS_MS = 15_000;

/** Shows an earlier moment. Reading one takes time; of several requests only the newest counts. */
export class Rewind implements PastTravel {
  readonly #shell: Shell;
  #known:
    | { readonly from: number; readonly span: number; readonly at: number; readonly found: FoundMarks }
    | undefined;
  #wanted: number | undefined;
  #busy = false;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #presses = 0;
  #span = timeLineSpans[0] ?? 0;
  #explained = false;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  move(direction: 1 | -1): void {
    const to = this.#here() + direction * this.#step();
    this.seek(this.#shell.services.session.past?.watchedBeside(to, direction) ?? to);
  }

  seek(at: number): void {
    const { clock, session } = this.#shell.services;
    const { past, access } = session;
    const from = past?.from;
    const now = clock.now();
    if (from === undefined || now - from < MIN_PAST_MS) {
      const why = access?.facts().message;
      this.#shell.notice(`There is no past to show${why === undefined ? ' yet.' : `: ${why}`}`);
      return;
    }
    if (at > now - NOW_WITHIN_MS) {
      this.end();
      return;
    }
    // In the first seconds some resources have no data yet.
    const oldest = from + NOW_WITHIN_MS;
    const watched = past?.watchedBeside(Math.max(oldest, at), -1) ?? at;
    if (at < oldest) this.#shell.notice(`Nothing is known before ${dateTime(from)}.`);
    else if (watched !== at) this.#shell.notice(`The cluster was not watched after ${dateTime(watched)}.`);
    else if (!this.#explained) this.#shell.notice('This is the past: End or Esc goes back to now.');
    this.#explained = true;
    this.#wanted = watched;
    void this.#work();
  }

  zoom(direction: 1 | -1): void {
    const next = timeLineSpans[timeLineSpans.indexOf(this.#span) + direction];
    if (next === undefined) {
      this.#shell.notice(`${spanWords(this.#span)} is the ${direction > 0 ? 'longest' : 'shortest'}.`);
      return;
    }
    this.#span = next;
    if (this.#shell.ui.getState().held?.mode !== 'past')
      this.#shell.notice(`Time line of ${spanWords(next)}: [ goes back by ${duration(next / STEPS)}.`);
  }

  problemBeside(at: number, direction: 1 | -1): TimeMark | undefined {
    return this.#shell.services.session.past?.problemBeside(at, direction);
  }

  status(): TimeStatus {
    const now = this.#shell.services.clock.now();
    const at = this.#here();
    const stretch = stretchAround(at, this.#span, now);
    return { at, ...stretch, ...this.#knownOf(stretch), searchedTo: now, seeking: this.#busy };
  }

  /** The time up to now, with the current problems. It moves in steps, so it does not change with each poll. */
  recent(): TimeStatus {
    const { clock, triage } = this.#shell.services;
    const step = this.#span / STEPS;
    const to = Math.ceil(clock.now() / step) * step;
    const stretch = { from: to - this.#span, to };
    const known = this.#knownOf(stretch);
    const standing = triage
      .getState()
      .problems.flatMap(({ noticedAt, severity }): TimeMark[] =>
        severity === 'info' ? [] : [{ at: noticedAt, until: to, severity, label: '' }],
      );
    const marks = [...known.marks, ...standing];
    return { at: to, ...stretch, ...known, marks, searchedTo: to, seeking: false };
  }

  end(): void {
    this.#wanted = undefined;
    this.#shell.hold(undefined);
  }

  /** Returns to the present, because another cluster is shown from now on. */
  leave(): void {
    this.end();
    this.#known = undefined;
  }

  /** The moment that is shown, or that is being read. */
  #here(): number {
    const { services, ui } = this.#shell;
    return this.#wanted ?? ui.getState().held?.at ?? services.clock.now();
  }

  #step(): number {
    const now = this.#shell.services.clock.monotonic();
    this.#presses = now - this.#pressedAt < HELD_DOWN_MS ? this.#presses + 1 : 1;
    this.#pressedAt = now;
    return (this.#span / STEPS) * (this.#presses > FASTER_AFTER_PRESSES ? FASTER_FACTOR : 1);
  }

  /** Called with each frame, so the result is kept for some seconds. */
  #knownOf({ from, to }: Stretch): FoundMarks {
    const { clock, session } = this.#shell.services;
    const { past } = session;
    const at = clock.monotonic();
    const known = this.#known?.span === this.#span ? this.#known : undefined;
    if (!known || Math.abs(from - known.from) > MARKS_MS || at - known.at > MARKS_MS) {
      const found = {
        // A problem that began before the span may reach into it.
        marks: (past?.marks(from - this.#span, to) ?? []).filter(({ until = to }) => until > from),
        unwatched: past?.unwatched(from, to) ?? [],
        searchedFrom: past?.from ?? to,
      };
      this.#known = { from, span: this.#span, at, found };
      return found;
    }
    return known.found;
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#wanted !== undefined) {
        const target = this.#wanted;
        const { past } = this.#shell.services.session;
        const moment = await past?.at(target);
        // The request was cancelled or replaced meanwhile, or another cluster is shown.
        if (!moment || this.#wanted !== target || this.#shell.services.session.past !== past) continue;
        this.#wanted = undefined;
        this.#shell.hold({ mode: 'past', ...moment });
      }
    } catch (error) {
      this.#wanted = undefined;
      this.#shell.notice(errorMessage(error), 'warn');
    } finally {
      this.#busy = false;
      this.#shell.draw();
    }
  }
}

type Stretch = Pick<TimeStatus, 'from' | 'to'>;

type FoundMarks = Pick<TimeStatus, 'marks' | 'unwatched' | 'searchedFrom'>;

/** Ends at the present, or has `at` in its middle half. It moves by half its length, not with each step. */
function stretchAround(at: number, span: number, now: number): Stretch {
  if (at >= now - span) return { from: now - span, to: now };
  const half = span / 2;
  const from = (Math.round(at / half) - 1) * half;
  return from + span > now ? { from: now - span, to: now } : { from, to: from + span };
}
