import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { errorMessage } from '../../base/system-error.ts';
import type { ListenTls } from './listen.ts';

/** Certificates are renewed days before they expire. */
const LOOK_MS = MINUTE_MS;

export interface FollowedTls {
  /** In use now. */
  readonly known: ListenTls;
  /** Rejects with a message for people where the files cannot be used. */
  readonly read: () => Promise<ListenTls>;
  readonly use: (renewed: ListenTls) => void;
  readonly warn: (words: string) => void;
}

/**
 * Looks each minute whether certificate or key were renewed. A pair that cannot be used, such as a new certificate
 * beside the old key, is warned of once; what is in use stays in use until a pair can be used. Returns how to end it.
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
