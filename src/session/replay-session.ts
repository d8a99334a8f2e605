import type { Replay } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { Tape } from '../recording/tape.ts';
import type { ClusterSession } from './cluster-session.ts';
import { ReplayPlayer } from './replay-player.ts';

export interface ReplaySession extends ClusterSession {
  readonly replay: Replay;
  /** Its time is the recorded time; its timers run in real time, also while the recording is paused. */
  readonly screenClock: Clock;
  /** Resolves once there is no jump under way. */
  settled(): Promise<void>;
}

/** A recording with the interface of a live session. The caller closes the tape. */
export function openReplaySession(target: ClusterTarget, tape: Tape, base: Clock, speed = 1): ReplaySession {
  const player = new ReplayPlayer(target, tape, base, speed);
  return {
    target,
    get connection() {
      return player.session.connection;
    },
    store: {
      getState: () => player.cluster,
      subscribe: (listener) => player.subscribe('cluster', listener),
    },
    triage: {
      getState: () => player.triage,
      subscribe: (listener) => player.subscribe('triage', listener),
      // A problem in a recording is in the past and cannot be acknowledged.
      acknowledge: () => {},
      unacknowledge: () => {},
      plan: () => {},
      setSilences: () => {},
    },
    monitor: {
      start: () => player.start(),
      stop: () => player.session.monitor.stop(),
      setInterest: (interest) => player.setInterest(interest),
      refresh: () => player.session.monitor.refresh(),
      sweep: () => player.session.monitor.sweep(),
      setPace: () => {},
      pace: 1,
      pause: () => player.setPlaying(false),
      resume: () => {},
      lookBack: {
        read: (goal) => player.session.monitor.lookBack.read(goal),
        leave: () => player.session.monitor.lookBack.leave(),
      },
    },
    replay: {
      status: () => player.status(),
      subscribe: (listener) => player.subscribe('time', listener),
      play: () => player.setPlaying(true),
      pause: () => player.setPlaying(false),
      step: (direction) => player.stepBy(direction * target.interval * 1000),
      changeSpeed: (direction) => player.clock.changeSpeed(direction),
      seek: (at) => player.seek(at),
      problemBeside: (at, direction) => player.problemBeside(at, direction),
    },
    screenClock: {
      now: () => player.now(),
      monotonic: () => base.monotonic(),
      after: (ms, fn) => base.after(ms, fn),
    },
    settled: () => player.settled(),
    close: () => player.close(),
  };
}
