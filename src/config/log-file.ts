import type { FileHandle } from 'node:fs/promises';
import type { Clock } from '../base/clock.ts';
import { openPrivateFile } from '../base/private-file.ts';
import { requireOwnFile, rotate } from '../base/rotate.ts';
import { safeJson } from '../base/safe-markup.ts';
import { systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';
import { redact } from './redact.ts';

const FLUSH_AFTER_MS = 500;
/**
 * If the disk is too slow, records are dropped so that memory does not grow; their number is written as soon as
 * possible.
 */
const MAX_WAITING_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Number of files that are kept, including the current one. */
const FILES = 2;
/** Every line of a log begins with its time. */
const LINE_START = '{"at":"';

/**
 * Opens a log of JSON lines (0600, appended to; at 32 MB it is renamed to `FILE.1`). Throws a `ConfigError` if the
 * file cannot be opened. Later failures are reported once through `onFailure`, and logging ends.
 */
export async function openLogFile(
  path: string,
  clock: Clock,
  onFailure: (message: string) => void,
  maxFile = MAX_FILE_BYTES,
) {
  let { handle, size, regular } = await openLog(path);
  let waiting: string[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let ended = false;
  let cancelTimer: (() => void) | undefined;
  let writing = Promise.resolve();

  const drain = async () => {
    const lines = waiting;
    waiting = [];
    waitingBytes = 0;
    if (dropped > 0) {
      const at = new Date(clock.now()).toISOString();
      lines.push(safeJson({ at, event: 'dropped', records: dropped }, 'line'));
      dropped = 0;
    }
    if (ended || lines.length === 0) return;
    const text = lines.join('');
    try {
      if (regular && size > 0 && size + text.length > maxFile) {
        await handle.close();
        await requireOwnFile(`${path}.1`, LINE_START.length, (start) => start.toString() === LINE_START);
        await rotate(path, FILES);
        ({ handle, size, regular } = await openLog(path));
      }
      await handle.appendFile(text);
      size += Buffer.byteLength(text);
    } catch (error) {
      ended = true;
      await handle.close().catch(() => undefined);
      onFailure(`the log ${path} ended: ${systemReason(error)}`);
    }
  };
  const flush = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    writing = writing.then(drain);
    return writing;
  };

  return {
    /** Adds a record; returns at once and never throws. Secrets are removed here, whatever the caller passes. */
    write(event: string, details: Readonly<Record<string, unknown>> = {}) {
      if (ended) return;
      try {
        const at = new Date(clock.now()).toISOString();
        const line = safeJson({ at, event, ...(redact(details) as Record<string, unknown>) }, 'line');
        if (waitingBytes + line.length > MAX_WAITING_BYTES) {
          dropped++;
          return;
        }
        waiting.push(line);
        waitingBytes += line.length;
        cancelTimer ??= clock.after(FLUSH_AFTER_MS, () => void flush());
      } catch {
        // The value cannot be converted to JSON: logging must never stop the program.
        dropped++;
      }
    },
    /** Writes pending records, and closes. Never rejects. */
    async close() {
      await flush();
      if (!ended) await handle.close().catch(() => undefined);
      ended = true;
    },
  };
}

async function openLog(path: string): Promise<{ handle: FileHandle; size: number; regular: boolean }> {
  try {
    const handle = await openPrivateFile(path, 'append');
    const stat = await handle.stat();
    return { handle, size: stat.size, regular: stat.isFile() };
  } catch (error) {
    throw new ConfigError('state', `cannot write the log ${path}: ${systemReason(error)}`, error);
  }
}
