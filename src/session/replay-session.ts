import { type Moment, markBeside, type Replay } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { noInterest } from '../polling/monitor.ts';
import { ReplayClock } from '../recording/replay-clock.ts';
import type { Tape } from '../recording/tape.ts';
import type { ClusterSession } from './cluster-session.ts';
import { searchMarks } from './replay-marks.ts';
import { firstAnswer, openReplayStack } from './replay-stack.ts';

/**
 * What is played before a moment that is jumped to, ms: curves, durations of problems, and who is missing need it. Of
 * a large cluster less, so that the wait stays below a few seconds.
 */
const WARM_UP = { most: 10 * 60_000, least: 60_000, within: 4_000 };
/** Everything of a round has arrived, and is gathered. */
const ROUND_MS = 200;
const GATHERED_MS = 50;

export interface ReplaySession extends ClusterSession {
  readonly replay: Replay;
  /** Tells the recorded time that is shown; its timers run in real time, also while the recording stands still. */
  readonly faceClock: Clock;
  /** Resolves when no jump is under way. */
  settled(): Promise<void>;
}

/**
 * A recording as a session: the same stack, on the tape. A jump runs no timers: it opens the stack again some minutes
 * before and plays those at once; until it is there, the moment before is shown. The tape belongs to the caller.
 */
export function openReplaySession(target: ClusterTarget, tape: Tape, base: Clock, speed = 1): ReplaySession {
  const from = tape.from ?? base.now();
  const to = tape.to ?? from;
  const clock = new ReplayClock(base, from, to);
  clock.setSpeed(speed);
  const listeners = {
    cluster: new Set<() => void>(),
    triage: new Set<() => void>(),
    time: new Set<() => void>(),
  };
  const tell = (set: ReadonlySet<() => void>) => () => {
    for (const listener of [...set]) listener();
  };
  const subscribeTo = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  const search = searchMarks(target, tape, base, tell(listeners.time));
  clock.onChange(tell(listeners.time));

  let stack = openReplayStack(target, tape, clock);
  let interest = noInterest;
  let shown: Moment | undefined;
  let wanted: number | undefined;
  let resume = false;
  let working: Promise<void> | undefined;
  let call: AbortController | undefined;
  let closed = false;
  let off: (() => void)[] = [];
  const follow = () => {
    off = [
      stack.session.store.subscribe(() => !shown && tell(listeners.cluster)()),
      stack.session.triage.subscribe(() => !shown && tell(listeners.triage)()),
    ];
  };
  follow();

  const rebuild = async (at: number) => {
    for (const end of off) end();
    await stack.close();
    clock.jump(at);
    stack = openReplayStack(target, tape, clock);
    follow();
    stack.session.monitor.setInterest(interest);
    stack.session.monitor.start();
  };
  const work = async () => {
    resume = clock.state.playing;
    clock.pause();
    const { session } = stack;
    shown = { at: clock.now(), state: session.store.getState(), triage: session.triage.getState() };
    while (wanted !== undefined && !closed) {
      const target = wanted;
      wanted = undefined;
      call = new AbortController();
      const now = clock.now();
      const warmUp = Math.max(
        WARM_UP.least,
        Math.min(WARM_UP.most, WARM_UP.within / (search.cost ?? Number.EPSILON)),
      );
      if (target < now || target - now > warmUp) await rebuild(Math.max(from, target - warmUp));
      const settled = () => stack.replayer.idle();
      await clock.step(target - clock.now(), { settled, signal: call.signal });
    }
    shown = undefined;
    working = undefined;
    if (resume && !closed) clock.play();
    for (const set of Object.values(listeners)) tell(set)();
  };
  /** Standing still, no timer would ask for what has become of interest. */
  const look = async () => {
    await clock.step(GATHERED_MS, { settled: () => stack.replayer.idle(), still: true });
    working = wanted === undefined || closed ? undefined : work();
    for (const set of Object.values(listeners)) tell(set)();
    await working;
  };
  const seek = (at: number) => {
    wanted = Math.min(to, Math.max(from + ROUND_MS, at));
    call?.abort();
    working ??= work();
    tell(listeners.time)();
  };
  const setPlaying = (playing: boolean) => {
    if (working) resume = playing;
    else if (playing) clock.play();
    else clock.pause();
    tell(listeners.time)();
  };
  const now = () => shown?.at ?? clock.now();

  return {
    target,
    get connection() {
      return stack.session.connection;
    },
    store: {
      getState: () => shown?.state ?? stack.session.store.getState(),
      subscribe: subscribeTo(listeners.cluster),
    },
    triage: {
      getState: () => shown?.triage ?? stack.session.triage.getState(),
      subscribe: subscribeTo(listeners.triage),
      // The session is closed: there is nowhere to report it.
      acknowledge: () => {},
      unacknowledge: () => {},
    },
    monitor: {
      start() {
        stack.session.monitor.start();
        resume = true;
        clock.play();
        seek((firstAnswer(tape) ?? from) + ROUND_MS);
      },
      stop: () => stack.session.monitor.stop(),
      setInterest(next) {
        interest = next;
        stack.session.monitor.setInterest(next);
        if (clock.state.playing || working || closed) return;
        if (to - clock.now() > GATHERED_MS) working = look();
        else seek(to - GATHERED_MS);
      },
      refresh: () => stack.session.monitor.refresh(),
      setPace: () => {},
      pace: 1,
      pause: () => setPlaying(false),
      resume: () => {},
      lookBack: {
        read: (goal) => stack.session.monitor.lookBack.read(goal),
        leave: () => stack.session.monitor.lookBack.leave(),
      },
    },
    replay: {
      status: () => {
        const { playing, speed } = clock.state;
        const { marks, searchedTo } = search;
        const seeking = working !== undefined;
        return {
          at: now(),
          from,
          to,
          playing: seeking ? resume : playing,
          speed,
          marks,
          searchedFrom: from,
          searchedTo,
          seeking,
        };
      },
      subscribe: subscribeTo(listeners.time),
      play: () => setPlaying(true),
      pause: () => setPlaying(false),
      step(direction) {
        setPlaying(false);
        seek((wanted ?? clock.now()) + direction * target.interval * 1000);
      },
      changeSpeed: (direction) => clock.changeSpeed(direction),
      seek,
      problemBeside: (at, direction) => markBeside(search.marks, at, direction),
    },
    faceClock: { now, monotonic: () => base.monotonic(), after: (ms, fn) => base.after(ms, fn) },
    settled: async () => {
      while (working) await working;
    },
    async close() {
      closed = true;
      search.close();
      call?.abort();
      await working;
      for (const end of off) end();
      await stack.close();
      clock.close();
    },
  };
}
