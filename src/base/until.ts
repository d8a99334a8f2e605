import type { Clock } from './clock.ts';
import type { Readable } from './readable.ts';

type Changing = Pick<Readable<unknown>, 'subscribe'>;

/** Resolves once `holds` is true, checked now and at each change of a source, at the latest after `limitMs`. */
export function until(
  sources: readonly Changing[],
  holds: () => boolean,
  clock: Clock,
  limitMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const off of offs) off();
      cancel();
      resolve();
    };
    const look = () => {
      if (holds()) done();
    };
    const cancel = clock.after(limitMs, done);
    const offs = sources.map((source) => source.subscribe(look));
    look();
  });
}
