import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import { fastParse } from '../../src/protocol/fast-parse.ts';

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
  expect(
    fastParse(schema, { ...least[name], future: { x: 1 }, meta: { generatedAt: 1, y: 2 } }).unreadable,
  ).toEqual([]);
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
  expect(fastParse(endpoints.viewerBatch.output, { data: { found: [viewer] } }).value.data.found).toEqual([
    viewer,
  ]);
});

test('links of any shape are kept for counting, with their first level', () => {
  const links = ['a', 7, { name: 'b' }, ['c']];
  const server = { serverName: 'a', applications: [{ name: 'live', upLinks: links, downLinks: [] }] };
  const { value } = fastParse(endpoints.topology.output, { data: { topology: [server] } });
  expect(value.data.topology[0]?.applications?.[0]?.upLinks).toEqual(links);
});

test('the endpoint table says which requests are sent twice and which are allowed in read-only mode', () => {
  const only = (key: 'reads' | 'repeatable') => names.filter((name) => endpoints[name][key]).sort();
  const reading = [
    'applicationBatch',
    'applications',
    'cloudValues',
    'dashboard',
    'journal',
    'streamBatch',
    'streams',
    'topology',
    'viewerBatch',
  ];
  expect(only('repeatable')).toEqual(reading);
  expect(only('reads')).toEqual([...reading, 'login'].sort());
  expect(names.map((name) => endpoints[name].code).sort()).toEqual(
    [...Array.from({ length: 14 }, (_, i) => `A${i + 1}`), 'B1', 'B2'].sort(),
  );
});

test('the size limit of a response follows from how large it can rightly be', () => {
  const KIB = 1024;
  const MIB = 1024 * 1024;
  const most = Object.fromEntries(names.map((name) => [name, endpoints[name].maxBytes]));
  expect(most).toEqual({
    login: 64 * KIB,
    createUser: 256 * KIB,
    updateUser: 256 * KIB,
    deleteUser: 256 * KIB,
    transcodeSettings: 256 * KIB,
    license: 256 * KIB,
    cloudCreate: MIB,
    cloudValues: MIB,
    streams: 2 * MIB,
    streamBatch: 2 * MIB,
    applications: 2 * MIB,
    applicationBatch: 2 * MIB,
    viewerBatch: 2 * MIB,
    journal: 2 * MIB,
    dashboard: 12 * MIB,
    topology: 12 * MIB,
  });
});
