import { rm } from 'node:fs/promises';
import { openPrivateFile } from '../base/private-file.ts';
import { systemReason } from '../base/system-error.ts';
import type { TapeEntry } from './entry.ts';
import { encodeFrame } from './frame.ts';
import { encodeHeader } from './header.ts';
import { TapeError } from './tape.ts';

const FRAME_BYTES = 4 * 1024 * 1024;

/**
 * Writes a whole recording to a new file (0600), with a note in its first frame. An unfinished file is removed;
 * rejects with a `TapeError`.
 */
export async function writeTape(
  path: string,
  about: { readonly session: number; readonly cluster: string; readonly note: Uint8Array },
  entries: AsyncIterable<TapeEntry>,
): Promise<void> {
  try {
    const handle = await openPrivateFile(path, 'create');
    try {
      await handle.appendFile(encodeHeader(about.session, 0, about.cluster));
      await handle.appendFile(await encodeFrame([], about.note));
      let waiting: TapeEntry[] = [];
      let bytes = 0;
      const flush = async () => {
        if (waiting.length > 0) await handle.appendFile(await encodeFrame(waiting));
        waiting = [];
        bytes = 0;
      };
      for await (const entry of entries) {
        waiting.push(entry);
        bytes += entry.body.length;
        if (bytes >= FRAME_BYTES) await flush();
      }
      await flush();
      await handle.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new TapeError('UNWRITABLE', `cannot write ${path}: ${systemReason(error)}`, { cause: error });
  }
}
