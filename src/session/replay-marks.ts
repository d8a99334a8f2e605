import type { TimeMark } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { ReplayClock } from '../recording/replay-clock.ts';
import type { Tape } from '../recording/tape.ts';
import { timeMarks } from './past/past.ts';
import { openReplayStack } from './replay-stack.ts';

/** Recorded time that is searched in one slice, ms. */
const SLICE_MS = 4_000;
/** Pause after each slice, so that keys and frames come first. */
const PAUSE_MS = 10;
const MAX_MARKS = 1_000;

export type MarkSearch = ReturnType<typeof searchMarks>;

/**
 * Plays a whole recording in the background, with its own pollers and triage, and marks where each problem began.
 */
export function searchMarks(target: ClusterTarget, tape: Tape, base: Clock, onChange: () => void) {
  const from = tape.from ?? 0;
  const to = tape.to ?? from;
  const clock = new ReplayClock(base, from, to);
  const { session, replayer } = openReplayStack(target, tape, clock);
  let marks: readonly TimeMark[] = [];
  let closed = false;
  let searchedTo = from;
  let spent = 0;
  const known = new Set<string>();
  const look = () => {
    const found: TimeMark[] = [];
    for (const problem of session.triage.getState().problems) {
      const { key, noticedAt, severity } = problem;
      // A problem whose severity rose is marked again; one whose figures changed is not.
      const id = `${key} ${severity} ${noticedAt}`;
      if (known.has(id)) continue;
      known.add(id);
      found.push(...timeMarks(problem, clock.now()));
    }
    if (found.length > 0) marks = [...marks, ...found].slice(0, MAX_MARKS);
  };
  session.triage.subscribe(look);
  const finish = () => {
    closed = true;
    // There can be no pending request, because all timers wait for its own clock.
    void session.close();
  };
  const go = async () => {
    session.monitor.start();
    while (!closed && clock.now() < to) {
      const start = base.monotonic();
      await clock.step(SLICE_MS, { settled: replayer.idle });
      // What was begun before the end is not told any more.
      if (closed) return;
      spent += base.monotonic() - start;
      searchedTo = clock.now();
      onChange();
      await new Promise<void>((resolve) => base.after(PAUSE_MS, resolve));
    }
    finish();
  };
  void go();
  return {
    get marks() {
      return marks;
    },
    /** Unix ms. */
    get searchedTo() {
      return searchedTo;
    },
    /** Real ms that it takes to play one recorded ms at full speed; undefined until it was measured. */
    get cost() {
      return searchedTo > from ? spent / (searchedTo - from) : undefined;
    },
    close: finish,
  };
}
