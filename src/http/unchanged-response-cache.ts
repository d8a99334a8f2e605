import { hash } from 'node:crypto';
import { readQuantity, readTime } from '../protocol/leaves.ts';
import type { ParsedResponse, Unreadable } from '../protocol/parsed-response.ts';

/** What is kept of a response for the next one with the same path. */
interface Known {
  readonly cut: Cut;
  /** Of the document without `meta`, bytes: most changes are seen by it alone. */
  readonly length: number;
  readonly digest: string;
  readonly value: unknown;
  readonly unreadable: readonly Unreadable[];
}

/** Where `meta` was removed. */
type Cut = 'end' | 'beginning' | 'nowhere';

const MAX_PATHS = 16;
const MAX_BYTES = 16 * 1024 * 1024;
/** `meta` is short, so only this much is searched. */
const META_BYTES = 1024;

/**
 * Remembers of the last response of each path what it was made of, so that equal bytes give the same value object: nothing is parsed, and
 * code that compares references has nothing to do. `meta` differs in every response and is removed before the
 * comparison.
 */
export class UnchangedResponseCache {
  readonly #known = new Map<string, Known>();

  /** The value of the last response if this one is equal, with its own `meta`. */
  find(path: string, body: Uint8Array): ParsedResponse<unknown> | undefined {
    const known = this.#known.get(path);
    if (!known) return undefined;
    const { cut, rest, meta = member(known.value, 'meta') } = splitMeta(body);
    if (cut !== known.cut || rest.length !== known.length || digestOf(rest) !== known.digest)
      return undefined;
    return {
      value: known.value,
      unreadable: known.unreadable,
      generatedAt: readTime(member(meta, 'generatedAt')),
      executionTime: readQuantity(member(meta, 'executionTime')),
    };
  }

  remember(path: string, body: Uint8Array, value: unknown, unreadable: readonly Unreadable[]): void {
    this.#known.delete(path);
    if (body.length > MAX_BYTES) return;
    if (this.#known.size >= MAX_PATHS) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    const { cut, rest } = splitMeta(body);
    this.#known.set(path, { cut, length: rest.length, digest: digestOf(rest), value, unreadable });
  }
}

/**
 * Cuts `"meta":{…}` off the end or the start of the document, where servers put it. The cut part must be exactly
 * `meta`, and the rest has been parsed once before; so an equal rest means an equal document, even if a name inside
 * contains these words.
 */
function splitMeta(body: Uint8Array): { cut: Cut; rest: Buffer; meta: unknown } {
  const all = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const last = all.subarray(-META_BYTES).lastIndexOf(',"meta":');
  if (last >= 0) {
    const at = Math.max(0, all.length - META_BYTES) + last;
    const meta = metaAlone(`{${all.toString('utf8', at + 1)}`);
    if (meta !== undefined) return { cut: 'end', rest: all.subarray(0, at), meta };
  }
  if (all.subarray(0, 9).equals(META_FIRST)) {
    const at = all.subarray(0, META_BYTES).indexOf('},"data":') + 1;
    const meta = at > 0 ? metaAlone(`${all.toString('utf8', 0, at)}}`) : undefined;
    if (meta !== undefined) return { cut: 'beginning', rest: all.subarray(at), meta };
  }
  return { cut: 'nowhere', rest: all, meta: undefined };
}

const META_FIRST = Buffer.from('{"meta":{');

/** `meta` of a document that contains nothing else. */
function metaAlone(json: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof document !== 'object' || document === null || Object.keys(document).join() !== 'meta')
    return undefined;
  return member(document, 'meta');
}

/** To keep the bytes themselves would take a tenth of the memory of each cluster. */
function digestOf(rest: Buffer): string {
  return hash('sha256', rest, 'base64');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
