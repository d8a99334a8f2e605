import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import { read } from '../../src/protocol/read.ts';

const names = Object.keys(endpoints) as EndpointName[];
const page = { totalItems: 0, itemsPerPage: 10, totalPages: 0, currentPage: 1 };

/** The least that each response must hold. Everything else may be missing, null or unknown. */
const least: Record<EndpointName, object> = {
  login: { data: { accessToken: 't' } },
  createUser: { data: { id: 1, attributes: { username: { value: 'u' } } } },
  updateUser: { data: { id: 1, attributes: { username: { value: 'u' } } } },
  deleteUser: {},
  streams: { data: { ...page, list: [{ id: 's', streamKey: 'k' }] } },
  streamBatch: { data: { found: [{ id: 's', streamKey: 'k' }], notFound: ['x'] } },
  applications: { data: { ...page, list: [{ name: 'live' }] } },
  applicationBatch: { data: { found: [{ name: 'live' }], notFound: [] } },
  viewerBatch: { data: { found: [{ id: 'v' }], notFound: [] } },
  journal: { data: { ...page, list: [{ id: 1, createDate: 2 }] } },
  dashboard: { data: {} },
  topology: { data: { topology: [{ serverName: 'a', applications: [{ name: 'live' }] }] } },
  transcodeSettings: { data: { attributes: {} } },
  license: { data: { attributes: { licenseKey: { value: null } } } },
  cloudCreate: { stream: { streamKey: 'k' } },
  cloudValues: { possibleValues: {} },
};

test.each(names)('the least response of %s is read, and unknown fields do not matter', (name) => {
  const schema: z.ZodType = endpoints[name].output;
  expect(read(schema, least[name])).toEqual({ value: least[name], unreadable: [] });
  expect(
    read(schema, { ...least[name], future: { x: 1 }, meta: { generatedAt: 1, y: 2 } }).unreadable,
  ).toEqual([]);
});

test.each(names)('%s without its payload is a bad envelope', (name) => {
  const schema: z.ZodType = endpoints[name].output;
  for (const json of [undefined, null, 7, 'x', []]) expect(() => read(schema, json)).toThrow('the response');
  if (name !== 'deleteUser') expect(() => read(schema, {})).toThrow(/data|stream|possibleValues/);
});

test('words that nobody knows yet stay as they came', () => {
  const stream = { id: 's', streamKey: 'k', state: 'DREAMING', type: 'NEW', healthGrade: 'So So' };
  const { value } = read(endpoints.streams.output, { data: { ...page, list: [stream] } });
  expect(value.data.list).toEqual([stream]);
  const viewer = { id: 'v', state: 'x', pipelineType: 'y', harnessType: 'z', deviceType: 'FRIDGE' };
  expect(
    read(endpoints.viewerBatch.output, { data: { found: [viewer], notFound: [] } }).value.data.found,
  ).toEqual([viewer]);
});

test('links of any shape are kept to be counted', () => {
  const links = ['a', 7, null, { name: 'b' }, ['c']];
  const server = { serverName: 'a', applications: [{ name: 'live', upLinks: links, downLinks: [] }] };
  const { value } = read(endpoints.topology.output, { data: { topology: [server] } });
  expect(value.data.topology[0]?.applications?.[0]?.upLinks).toEqual(links);
});

test('a bad application costs itself, not its server', () => {
  const server = { serverName: 'a', applications: [{ name: 7 }, { name: 'live' }] };
  const { value, unreadable } = read(endpoints.dashboard.output, { data: { topology: [server] } });
  expect(value.data.topology?.[0]?.applications).toEqual([{ name: 'live' }]);
  expect(unreadable).toHaveLength(1);
});

test('what is sent twice and what is allowed in read-only mode is decided here', () => {
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
