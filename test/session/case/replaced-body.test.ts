import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knowNames, replaceNames, replacePath } from '../../../src/session/case/replaced-body.ts';
import { createReplacedNames } from '../../../src/session/case/replaced-names.ts';

/** The response without names. */
function replaced(body: unknown): unknown {
  const names = createReplacedNames();
  knowNames(body, names);
  return replaceNames(body, names);
}

test('names that are numbers are replaced by numbers, the numbers of journal entries are kept', () => {
  const body = { data: { list: [{ id: 77123456, streamKey: 33612345678, bandwidth: 4711 }] } };
  const { data } = replaced(body) as typeof body;
  const [stream] = data.list;
  expect(stream?.bandwidth).toBe(4711);
  for (const value of [stream?.id, stream?.streamKey]) expect(typeof value).toBe('number');
  expect([stream?.id, stream?.streamKey]).not.toContain(77123456);
  expect([stream?.id, stream?.streamKey]).not.toContain(33612345678);
  const entries = { data: { list: [{ id: 4711, message: 'Started', createDate: 1 }] } };
  expect(replaced(entries)).toMatchObject({ data: { list: [{ id: 4711 }] } });
});

test('figures, types, states and grades are kept, and unknown members are left out', () => {
  const body = {
    data: {
      list: [
        {
          id: 12,
          streamKey: 'news-1',
          type: 'RTMP',
          state: 'PUBLISHED',
          healthGrade: 'Very Good',
          healthScore: '97.5',
          viewerCount: 4711,
          customerOf: 'ACME',
        },
      ],
    },
    secrets: { token: 'eyJhbGciOi' },
  };
  expect(replaced(body)).toEqual({
    data: {
      list: [
        {
          id: 12,
          streamKey: expect.stringMatching(/^[a-z]{4}-1$/),
          type: 'RTMP',
          state: 'PUBLISHED',
          healthGrade: 'Very Good',
          healthScore: '97.5',
          viewerCount: 4711,
        },
      ],
    },
  });
});

const members = fc.constantFrom(
  ...[
    'data',
    'list',
    'serverName',
    'message',
    'objectName',
    'type',
    'labels',
    'upLinks',
    'cpuUsage',
    'name',
    'else',
  ],
);
const secret = fc.stringMatching(/^q[a-z0-9]{5,12}$/);

test('no text of a response is kept, wherever it is', () => {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      secret,
      fc.tuple(secret, secret).map(([one, other]) => `${one} failed: ${other}.`),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(members, secret), tie('tree'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (body) => {
      const before = JSON.stringify(body).match(/q[a-z0-9]{5,12}/g) ?? [];
      const after = new Set((JSON.stringify(replaced(body)) ?? '').match(/[a-z0-9]+/g));
      expect(before.filter((word) => after.has(word))).toEqual([]);
    }),
  );
});

test.each([
  ['/api/cluster/dashboard', '/api/cluster/dashboard', /^\/api\/cluster\/dashboard$/],
  [
    '/api/streams?page=2&rowsPerPage=100',
    '/api/streams/{applicationName}',
    /^\/api\/streams\?page=2&rowsPerPage=100$/,
  ],
  [
    '/api/streams/news?page=1',
    '/api/streams/{applicationName}',
    /^\/api\/streams\/(?!news)[a-z]{4}\?page=1$/,
  ],
])('the path %s keeps the parts that a replay needs', (path, base, expected) => {
  expect(replacePath(path, base, createReplacedNames())).toMatch(expected);
});

test('a request that contains typed text is left out', () => {
  const names = createReplacedNames();
  expect(replacePath('/api/streams?search=acme', '/api/streams/{applicationName}', names)).toBeUndefined();
  expect(replacePath('/api/streams?orderBy=a%20b', '/api/streams/{applicationName}', names)).toBeUndefined();
});
