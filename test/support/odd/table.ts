import { type JsonPath, pathsOf, withValueAt } from '../mutate-json.ts';

/** The value that replaces another one. */
export const oddKinds = [
  'missing',
  'null',
  'type',
  'text',
  'negative',
  'huge',
  'duplicate',
  'order',
] as const;
export type OddKind = (typeof oddKinds)[number];

/** One place in the answers and its odd value. */
export interface OddCase {
  /** From the name of the endpoint on, `*` for each index; `servers` means those of dashboard and topology. */
  readonly path: string;
  readonly kind: OddKind;
  /** The first item of each list on the path, or all of them. */
  readonly scope: 'one' | 'all';
}

const SERVERS = 'dashboard.data.topology';
const BOTH = [SERVERS, 'topology.data.topology'];

/** Every leaf and container of the answers with every odd value for it. */
export function oddTable(answers: object): readonly OddCase[] {
  const patterns = new Set(pathsOf(answers).map((path) => path.map(starred).join('.')));
  return [...patterns].flatMap((found) => {
    const path = found.startsWith(SERVERS) ? found.replace(SERVERS, 'servers') : found;
    const scopes = path.includes('*') ? (['one', 'all'] as const) : (['one'] as const);
    return oddKinds.flatMap((kind) =>
      scopes
        .map((scope): OddCase => ({ path, kind, scope }))
        .filter((each) => withOdd(answers, each) !== undefined),
    );
  });
}

const starred = (key: string | number) => (typeof key === 'number' ? '*' : key);

/** The answers with the odd values of the case; undefined if nothing would change. */
export function withOdd(answers: object, { path, kind, scope }: OddCase): object | undefined {
  const bases = path.startsWith('servers') ? BOTH.map((base) => path.replace('servers', base)) : [path];
  // From the end, because an item that is left out moves those after it.
  const places = bases.flatMap((base) => placesOf(answers, base.split('.'), scope)).reverse();
  let changed: unknown = answers;
  let isOdd = false;
  for (const place of places) {
    const value = valueAt(answers, place);
    const odd = oddValue(answers, place, kind);
    if (odd === NOTHING) continue;
    isOdd ||= JSON.stringify(odd) !== JSON.stringify(value);
    changed = withValueAt(changed, place, odd);
  }
  return isOdd ? (changed as object) : undefined;
}

function placesOf(json: unknown, [first, ...rest]: readonly string[], scope: OddCase['scope']): JsonPath[] {
  if (first === undefined) return [[]];
  const size = Array.isArray(json) ? json.length : 0;
  const keys = first === '*' ? Array.from({ length: scope === 'one' ? 1 : size }, (_, at) => at) : [first];
  return keys.flatMap((key) =>
    placesOf(Reflect.get(Object(json), key), rest, scope).map((path): JsonPath => [key, ...path]),
  );
}

const NOTHING = Symbol('nothing odd of this kind');

function oddValue(answers: object, place: JsonPath, kind: OddKind): unknown {
  const value = valueAt(answers, place);
  const isContainer = typeof value === 'object' && value !== null;
  switch (kind) {
    case 'missing':
      return undefined;
    case 'null':
      return null;
    case 'type':
      return Array.isArray(value) || !isContainer ? { odd: {} } : ['odd'];
    case 'text':
      return 'unexpected';
    case 'negative':
      return isContainer ? NOTHING : -5;
    case 'huge':
      if (isContainer) return NOTHING;
      return typeof value === 'string' ? value.repeat(2_000) : 1e30;
    case 'duplicate':
      return Array.isArray(value) ? [...value.slice(0, 1), ...value] : valueOfNeighbour(answers, place);
    case 'order':
      if (!isContainer) return NOTHING;
      return Array.isArray(value) ? value.toReversed() : Object.fromEntries(Object.entries(value).reverse());
  }
}

/** The value of the same leaf in the next item of the innermost list. */
function valueOfNeighbour(answers: object, place: JsonPath): unknown {
  const at = place.findLastIndex((key) => typeof key === 'number');
  if (at < 0 || typeof valueAt(answers, place) === 'object') return NOTHING;
  const neighbour = place.with(at, Number(place[at]) === 0 ? 1 : 0);
  return valueAt(answers, neighbour) ?? NOTHING;
}

function valueAt(json: unknown, place: JsonPath): unknown {
  return place.reduce<unknown>((part, key) => Reflect.get(Object(part), key), json);
}
