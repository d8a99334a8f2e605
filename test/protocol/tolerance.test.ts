import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import { fastParse, ShapeError } from '../../src/protocol/fast-parse.ts';
import { fullResponses } from '../support/full-responses.ts';
import { type JsonPath, oddValues, pathsOf, withValueAt } from '../support/mutate-json.ts';

const names = Object.keys(endpoints) as EndpointName[];

/** Without these there is no response: its payload is missing. */
const payload: Record<EndpointName, readonly string[]> = {
  login: ['data', 'data.accessToken'],
  streams: ['data', 'data.list'],
  streamBatch: ['data', 'data.found'],
  applications: ['data', 'data.list'],
  applicationBatch: ['data', 'data.found'],
  viewerBatch: ['data', 'data.found'],
  journal: ['data', 'data.list'],
  dashboard: ['data'],
  topology: ['data', 'data.topology'],
  createUser: ['data'],
  updateUser: ['data'],
  deleteUser: [],
  transcodeSettings: ['data'],
  license: ['data'],
  cloudCreate: ['stream'],
  cloudValues: ['possibleValues'],
};

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
        if (!(error instanceof ShapeError) || !payload[name]?.includes(dotted)) throw error;
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
    if (
      payload[name]?.includes(dotted) ||
      /\.(up|down)Links\.|targets\.|thumbnail|splashscreen|source/.test(dotted)
    )
      continue;
    const { unreadable } = parse(name, withValueAt(json, path, [[]]));
    const places = unreadable.map((each) => each.path);
    if (Array.isArray(at(json, path))) continue;
    expect(
      places.some((place) => dotted === place || dotted.startsWith(`${place}.`)),
      `${dotted}: ${places}`,
    ).toBe(true);
  }
});

function at(json: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(value as object, key), json);
}
