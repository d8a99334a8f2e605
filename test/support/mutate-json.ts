/** A place in a JSON document. */
export type JsonPath = readonly (string | number)[];

/** The value that replaces a field; undefined removes it. */
export const oddValues: readonly (readonly [name: string, value: unknown])[] = [
  ['dropped', undefined],
  ['null', null],
  ['text', 'unexpected'],
  ['number', 7],
  ['list', [[]]],
  ['object', { odd: {} }],
];

/** Every member and item of a document, containers before their parts. */
export function pathsOf(json: unknown, above: JsonPath = []): JsonPath[] {
  if (typeof json !== 'object' || json === null) return [];
  const parts: [string | number, unknown][] = Array.isArray(json)
    ? [...json.entries()]
    : Object.entries(json);
  return parts.flatMap(([key, part]) => [[...above, key], ...pathsOf(part, [...above, key])]);
}

/** A copy of the document with one place replaced. */
export function withValueAt(json: unknown, [key, ...rest]: JsonPath, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(json) ? [...json] : { ...(json as object) }) as Record<
    string | number,
    unknown
  >;
  const part = rest.length === 0 ? value : withValueAt(copy[key], rest, value);
  if (part !== undefined) copy[key] = part;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}
