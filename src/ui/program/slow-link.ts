import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import type { Screen } from '../terminal/screen-writer.ts';
import type { Runtime } from './runtime.ts';

/** Least ms between two paints on a slow link, but for what a key changes: more than two polls go into one. */
export const SLOW_PAINT_MS = 5000;
/** A terminal that has not taken one frame in so long is on a slow link, ms. */
const STALLED_MS = 1000;
/** So long must every frame be taken at once before all is as usual again, ms. */
const FLUENT_MS = 2 * MINUTE_MS;

/**
 * Goes over to `--low-bandwidth` by itself where writes back up: fewer paints, no ornaments, until the link has been
 * fluent for two minutes. Returns how to end it.
 */
export function watchLink(screen: Screen, runtime: Runtime, clock: Clock): () => void {
  let slow = false;
  let untold = false;
  let cancel = () => {};

  const become = (next: boolean) => {
    slow = next;
    const { ui } = runtime;
    screen.setMinInterval(next ? SLOW_PAINT_MS : 0);
    ui.setState({ display: { ...ui.getState().display, lowBandwidth: next } });
    untold = next;
    if (!next) runtime.notice('The terminal is fast enough again.', 'ok');
  };
  const onBackedUp = () => {
    cancel();
    if (!slow) cancel = clock.after(STALLED_MS, () => become(true));
  };
  const onDrained = () => {
    cancel();
    // Before that it could not have been read.
    if (untold) runtime.notice('The terminal is slow: castwatch draws at most every five seconds.', 'warn');
    untold = false;
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
