import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import type { Screen } from '../terminal/screen-writer.ts';
import type { Runtime } from './runtime.ts';

/** Least time between two paints on a slow link, ms: of more than two polls. Effects of keys come at once. */
export const SLOW_PAINT_MS = 5000;
/** A terminal that takes longer than this to accept a frame is on a slow link, ms. */
const STALLED_MS = 1000;
/** The link is fast again after every frame was accepted at once for this time, ms. */
const FLUENT_MS = 2 * MINUTE_MS;

/** Turns on `--low-bandwidth` when writes are delayed, until the link was fast for two minutes. Returns its end. */
export function watchLink(screen: Screen, runtime: Runtime, clock: Clock): () => void {
  let slow = false;
  let isUnreported = false;
  let cancel = () => {};

  const become = (next: boolean) => {
    slow = next;
    const { ui } = runtime;
    screen.setMinInterval(next ? SLOW_PAINT_MS : 0);
    ui.setState({ display: { ...ui.getState().display, lowBandwidth: next } });
    isUnreported = next;
    if (!next) runtime.notice('The terminal is fast enough again.', 'ok');
  };
  const onBackedUp = () => {
    cancel();
    if (!slow) cancel = clock.after(STALLED_MS, () => become(true));
  };
  const onDrained = () => {
    cancel();
    // Shown only now, because the terminal could not show it earlier.
    if (isUnreported)
      runtime.notice('The terminal is slow: castwatch draws at most every five seconds.', 'warn');
    isUnreported = false;
    if (slow) cancel = clock.after(FLUENT_MS, () => become(false));
  };
  screen.on('backed-up', onBackedUp);
  screen.on('drained', onDrained);
  return () => {
    cancel();
    screen.off('backed-up', onBackedUp);
    screen.off('drained', onDrained);
  };
}
