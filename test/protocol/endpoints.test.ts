import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import { fastParse, ShapeError } from '../../src/protocol/fast-parse.ts';
import { fullResponses } from '../support/full-responses.ts';
import { type JsonPath, oddValues, pathsOf, withValueAt } from '../support/mutate-json.ts';

const names = Object.keys(endpoints) as EndpointName[];
/** The minimum that each response must contain. Everything else may be missing, null or unknown. */
const least: Record<EndpointName, object> = {
  login: { data: { accessToken: 't' } },
  createUser: { data: {} },
  updateUser: { data: {} },
  deleteUser: {},
  streams: { data: { list: [{ id: 's', streamKey: 'k' }] } },
  streamBatch: { data: { found: [{ id: 's', streamKey: 'k' }] } },
  applications: { data: { list: [{ name: 'live' }] } },
  applicationBatch: { data: { found: [{ name: 'live' }] } },
  viewerBatch: { data: { found: [{ id: 'v' }] } },
  journal: { data: { list: [{ id: 1, createDate: 2 }] } },
  dashboard: { data: {} },
  topology: { data: { topology: [{ serverName: 'a', applications: [{ name: 'live' }] }] } },
  transcodeSettings: { data: {} },
  license: { data: {} },
  cloudCreate: { stream: {} },
  cloudValues: { possibleValues: {} },
};

test.each(names)('the smallest response of %s is read, and unknown fields are ignored', (name) => {
  const schema: z.ZodType = endpoints[name].output;
  expect(fastParse(schema, least[name])).toEqual({ value: least[name], unreadable: [] });
  const more = { ...least[name], future: { x: 1 }, meta: { generatedAt: 1, y: 2 } };
  expect(fastParse(schema, more).unreadable).toEqual([]);
});

test.each(names)('%s without its payload is a bad envelope, except for a write that succeeded', (name) => {
  const schema: z.ZodType = endpoints[name].output;
  for (const json of [undefined, null, 7, 'x', []])
    expect(() => fastParse(schema, json)).toThrow('the response');
  if (endpoints[name].reads) expect(() => fastParse(schema, {})).toThrow(/data|possibleValues/);
  else expect(fastParse(schema, {}).unreadable).toEqual([]);
});

test('unknown words are kept as they came', () => {
  const stream = { id: 's', streamKey: 'k', state: 'DREAMING', type: 'NEW', healthGrade: 'So So' };
  const { value } = fastParse(endpoints.streams.output, { data: { list: [stream] } });
  expect(value.data.list).toEqual([stream]);
  const viewer = { id: 'v', state: 'x', pipelineType: 'y', harnessType: 'z', deviceType: 'FRIDGE' };
  const { value: looked } = fastParse(endpoints.viewerBatch.output, { data: { found: [viewer] } });
  expect(looked.data.found).toEqual([viewer]);
});

test('links of any shape are kept for counting, with their first level', () => {
  const links = ['a', 7, { name: 'b' }, ['c']];
  const server = { serverName: 'a', applications: [{ name: 'live', upLinks: links, downLinks: [] }] };
  const { value } = fastParse(endpoints.topology.output, { data: { topology: [server] } });
  expect(value.data.topology[0]?.applications?.[0]?.upLinks).toEqual(links);
});

test('the endpoint table says which requests are sent twice and which are allowed in read-only mode', () => {
  const only = (key: 'reads' | 'repeatable') => names.filter((name) => endpoints[name][key]).sort();
  const lists = 'applicationBatch applications cloudValues dashboard journal streamBatch streams topology';
  const reading = [...lists.split(' '), 'viewerBatch'];
  expect(only('repeatable')).toEqual(reading);
  expect(only('reads')).toEqual([...reading, 'login'].sort());
});

/** Without these there is no response: its payload is missing. */
const isPayload = (name: EndpointName, path: JsonPath) =>
  path.length < 3 && pathsOf(least[name]).some((one) => one.join() === path.join());

/** Fields that identify an item: without them the item is lost, and nothing else. */
const identity =
  /^data\.(list|found)\.\d+\.id$|\.groups\.\d+\.name$|History\.data\.\d+\.timestamp$|accessRights\.\d+\.name$|regions\.\d+\.id$/;

/** Every value of a parsed response by its path. */
function valuesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) found.set(path, value);
  else for (const [key, part] of Object.entries(value)) valuesOf(part, `${path}.${key}`, found);
  return found;
}

function parse(name: EndpointName, json: unknown) {
  return fastParse(endpoints[name].output as z.ZodType, JSON.parse(JSON.stringify(json)));
}

/** Values of `expected` that are missing or different in `found`. */
function lostOf(expected: ReadonlyMap<string, unknown>, found: ReadonlyMap<string, unknown>): string[] {
  return [...expected].flatMap(([key, value]) => (found.get(key) === value ? [] : [key]));
}

/** All values except that of one place; if it is an item or identifies one, all without that item. */
function expectations(name: EndpointName, path: JsonPath): ReadonlyMap<string, unknown>[] {
  const json = fullResponses[name];
  const own = identity.test(path.join('.')) ? path.slice(0, -1) : path;
  const prefix = `.${own.join('.')}`;
  const rest = [...valuesOf(json)].filter(([key]) => key !== prefix && !key.startsWith(`${prefix}.`));
  const inPlace = new Map(rest);
  return typeof own.at(-1) === 'number' ? [inPlace, valuesOf(withValueAt(json, own, undefined))] : [inPlace];
}

test.each(names)('one odd field of %s is skipped and nothing else', (name) => {
  const json = fullResponses[name];
  expect(parse(name, json)).toEqual({ value: json, unreadable: [] });
  const lost: string[] = [];
  for (const path of pathsOf(json)) {
    const dotted = path.join('.');
    const allowed = expectations(name, path);
    for (const [kind, odd] of oddValues) {
      // Counts belong to their grades by position: where one is left out, the server itself moved the others.
      if (kind === 'dropped' && /\.(series|labels)\.\d+$/.test(dotted)) continue;
      let found: Map<string, unknown>;
      try {
        found = valuesOf(parse(name, withValueAt(json, path, odd)).value);
      } catch (error) {
        if (!(error instanceof ShapeError) || !isPayload(name, path)) throw error;
        continue;
      }
      const missing = allowed.map((expected) => lostOf(expected, found));
      const [least = []] = missing.sort((a, b) => a.length - b.length);
      if (least.length > 0) lost.push(`${dotted} ${kind}: ${least.slice(0, 3).join(', ')}`);
    }
  }
  expect(lost).toEqual([]);
});

test.each(names)('%s: each unreadable field is named by its path', (name) => {
  const json = fullResponses[name];
  for (const path of pathsOf(json)) {
    const dotted = path.join('.');
    const isFree = /\.(up|down)Links\.|targets\.|thumbnail|splashscreen|source/.test(dotted);
    if (isFree || isPayload(name, path) || Array.isArray(at(json, path))) continue;
    const { unreadable } = parse(name, withValueAt(json, path, [[]]));
    const places = unreadable.map((each) => each.path);
    const isNamed = places.some((place) => dotted === place || dotted.startsWith(`${place}.`));
    expect(isNamed, `${dotted}: ${places}`).toBe(true);
  }
});

function at(json: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(value as object, key), json);
}
