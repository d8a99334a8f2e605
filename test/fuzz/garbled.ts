import fc from 'fast-check';
import { pathsOf, withValueAt } from '../support/mutate-json.ts';

/** Values where another one was; undefined removes it. */
const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  8.64e15 + 1,
  '1e999',
  '-0',
  'NaN',
  '\ud800',
  '\u0000\u001b[2J',
  '\u202e',
  '2026-01-15T12:00:00Z',
  '9'.repeat(400),
  'ä'.repeat(70_000),
  [],
  {},
  [[]],
  [null],
  { a: {} },
  JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":null}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
  Array.from({ length: 20_000 }, (_, n) => n),
];
/** `found` names them by their number: new ones come last. */
const raw = [
  '['.repeat(60_000),
  '{"a":'.repeat(20_000),
  '1e999',
  '[',
  '{"a":',
  '"',
  '\\',
  '\ufeff',
  '\0',
  '\n',
  ',',
  '- ',
  '&a *a',
  '!!js ',
  '\x1b[200~',
  '\x9b',
];

const change = fc.record({ at: fc.nat(), to: fc.nat(), how: fc.nat(odd.length + 3) });
const cut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  size: fc.nat(40),
  how: fc.constantFrom('cut', 'end', 'flip', 'repeat', ...raw.keys()),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Cut = typeof cut extends fc.Arbitrary<infer T> ? T : never;

/** A sample, by its number, whose structure, then whose bytes, then whose encoding have changed. */
export const garbled = fc.record({
  sample: fc.nat(),
  changes: fc.array(change, { maxLength: 4 }),
  cuts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(cut, { maxLength: 3 })),
  encoding: fc.constantFrom('utf8', 'utf8', 'utf8', 'utf8', 'utf16le', 'latin1'),
});
export type Garbled = typeof garbled extends fc.Arbitrary<infer T> ? T : never;

const atStart = (how: number): Garbled => {
  return { sample: 1, changes: [], cuts: [{ at: 0, size: 0, how }], encoding: 'utf8' };
};
/** Brackets within a long list. */
const nested = [
  { at: 2, to: 0, how: 27 },
  { at: 0, to: 0, how: 31 },
];
/** What failed once, by the reader. */
export const found: Readonly<Record<string, readonly Garbled[]>> = {
  configuration: [atStart(0), atStart(1), { sample: 0, changes: nested, cuts: [], encoding: 'utf16le' }],
};

/** The bytes: of a document as JSON, of a text or of bytes as they are. */
export function garble(document: unknown, { changes, cuts, encoding }: Omit<Garbled, 'sample'>): Buffer {
  const cutAll = (bytes: Buffer) => (cuts as readonly Cut[]).reduce(cutOne, bytes);
  if (Buffer.isBuffer(document)) return cutAll(document);
  const changed = () => JSON.stringify(changes.reduce<unknown>(changeOne, document));
  const text = typeof document === 'string' ? document : (changed() ?? '');
  return cutAll(Buffer.from(text, encoding as BufferEncoding));
}

function changeOne(document: unknown, { at, to, how }: Change): unknown {
  const paths = pathsOf(document);
  const path = paths[at % paths.length] ?? [];
  const valueAt = (place: readonly (string | number)[]) =>
    place.reduce<unknown>((part, key) => Reflect.get(Object(part), key), document);
  const value = valueAt(path);
  if (how < odd.length) return withValueAt(document, path, odd[how]);
  if (how === odd.length) return withValueAt(document, path, valueAt(paths[to % paths.length] ?? []));
  if (!Array.isArray(value) || value.length === 0) return withValueAt(document, path, [value, value]);
  // The same ids many times, or a long list of new ones.
  const length = how === odd.length + 1 ? 40 : 2_000;
  const list = Array.from({ length }, (_, n) => value[n % value.length]);
  return withValueAt(document, path, list);
}

function cutOne(bytes: Buffer, { at, size, how }: Cut): Buffer {
  const from = Math.floor(at * bytes.length);
  const [before, rest] = [bytes.subarray(0, from), bytes.subarray(from)];
  const [part, after] = [rest.subarray(0, size), rest.subarray(size)];
  if (how === 'cut') return Buffer.concat([before, after]);
  if (how === 'end') return before;
  if (how === 'flip') return Buffer.concat([before, part.map((byte, n) => byte ^ (1 << (n % 8))), after]);
  if (how === 'repeat') return Buffer.concat([before, ...Array<Buffer>(99).fill(part), after]);
  return Buffer.concat([before, Buffer.from(raw[Number(how)] ?? ''), part, after]);
}
