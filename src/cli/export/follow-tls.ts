import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { errorMessage } from '../../base/system-error.ts';
import type { ListenTls } from './listen.ts';

/** How often the files are checked. Certificates are renewed days before they expire. */
const LOOK_MS = MINUTE_MS;

export interface FollowedTls {
  /** In use now. */
  readonly known: ListenTls;
  /** Rejects with a message that can be shown if the files cannot be used. */
  readonly read: () => Promise<ListenTls>;
  readonly use: (renewed: ListenTls) => void;
  readonly warn: (words: string) => void;
}

/**
 * Checks each minute whether certificate or key were renewed. A pair that cannot be used, such as a new certificate
 * with the old key, is reported once; the old pair stays in use until a new one can be used. Returns a function
 * that stops this.
 */
export function followTls({ known, read, use, warn }: FollowedTls, clock: Clock): () => void {
  let current = known;
  let warned: string | undefined;
  let isOver = false;
  let cancel = clock.after(LOOK_MS, look);
  async function look(): Promise<void> {
    try {
      const found = await read();
      if (isOver) return;
      if (found.cert !== current.cert || found.key !== current.key) {
        use(found);
        current = found;
      }
      warned = undefined;
    } catch (error) {
      const words = errorMessage(error);
      if (words !== warned) warn(`the previous certificate stays in use: ${words}`);
      warned = words;
    }
    if (!isOver) cancel = clock.after(LOOK_MS, look);
  }
  return () => {
    isOver = true;
    cancel();
  };
}
