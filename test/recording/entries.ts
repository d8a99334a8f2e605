import { onTestFinished } from 'vitest';
import type { TapeEntry } from '../../src/recording/entry.ts';
import { openTape } from '../../src/recording/open-tape.ts';

/** A response for tests. `at` in ms after `T0`. */
export const T0 = Date.UTC(2026, 0, 15, 12);

export function answerAt(at: number, body: string | object, more: Partial<TapeEntry> = {}): TapeEntry {
  return {
    at: T0 + at,
    endpoint: 'dashboard',
    path: '/api/cluster/dashboard',
    status: 200,
    contentType: 'application/json',
    duration: 20,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    ...more,
  };
}

/** A recording that is closed after the test. */
export async function openedTape(path: string) {
  const tape = await openTape(path);
  onTestFinished(() => tape.close());
  return tape;
}

export function text(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

/** Bytes that do not compress, the same for the same seed. */
export function noise(seed: number, length: number): Buffer {
  let state = seed + 1;
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state & 0xff;
  }
  return bytes;
}
