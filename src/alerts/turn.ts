import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import { createFileLock } from '../history/file-lock.ts';

/** Which of several programs of a user that watch a cluster sends its messages: the first recorder, without one a monitor. */
export interface Turn {
  /** Whether this program sends now. Once it is not, it ends what it is sending and gives up. */
  isOurs(): boolean;
  giveUp(): void;
}

export interface TurnOptions {
  /** Where the locks are; one place for each cluster. */
  readonly path: string;
  /** A recorder takes the turn from a monitor. */
  readonly isRecorder: boolean;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** A monitor that does not give up within this time is suspended, and sends nothing when it goes on, ms. */
const GIVES_UP_WITHIN_MS = MINUTE_MS;

/**
 * The locks are independent of the history: who pages must depend neither on who writes nor on room on a disk. A recorder
 * holds one of its own, by which monitors see it.
 */
export function createTurn({ path, isRecorder, clock, log }: TurnOptions): Turn {
  const recorder = createFileLock(`${path}.recorder`);
  const pager = createFileLock(`${path}.pager`);
  let isPaging = false;
  let waitsSince: number | undefined;
  let told = '';
  const tell = (line: string) => {
    if (line !== '' && line !== told) log(line);
    told = line;
  };
  const asRecorder = () => {
    if (!recorder.take()) {
      tell('another castwatch record sends the messages of this cluster');
      return false;
    }
    tell('');
    if (pager.take()) return true;
    waitsSince ??= clock.monotonic();
    return clock.monotonic() - waitsSince >= GIVES_UP_WITHIN_MS;
  };
  const asMonitor = () => {
    if (!pager.take()) return false;
    const isFree = recorder.take();
    if (isFree) recorder.giveUp();
    else if (!isPaging) pager.giveUp();
    return isFree;
  };
  return {
    isOurs() {
      try {
        isPaging = isRecorder ? asRecorder() : asMonitor();
      } catch (error) {
        // Two that send are better than none.
        isPaging = isRecorder;
        tell(
          `whether another castwatch sends the messages of this cluster is not known: ${errorMessage(error)}`,
        );
      }
      return isPaging;
    },
    giveUp() {
      isPaging = false;
      waitsSince = undefined;
      recorder.giveUp();
      pager.giveUp();
    },
  };
}
