import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import { publisherOf } from '../../../src/triage/rules/stream-subject.ts';
import { publisherClauses } from '../../../src/views/problems/clauses.ts';
import { streamFacts } from '../stream-scene.ts';
import { record, START, server } from '../support.ts';

const carrying = (name: string, application: string) =>
  record(server(name, { applications: [{ name: application }] }), START);

test('the publisher is named with its server, when the journal names it and only one server takes it', () => {
  const words = (streamKey: string, ...servers: readonly ServerRecord[]) =>
    publisherClauses(publisherOf({ streamKey, application: 'live' }, streamFacts({ servers }))).join('');
  const publisher = '; publisher 203.0.113.77:41200';
  expect(words('news', carrying('a', 'live'), carrying('b', 'vod'))).toBe(`${publisher} on a`);
  expect(words('news', carrying('a', 'live'), carrying('b', 'live'))).toBe(publisher);
  expect([words('news'), words('sport', carrying('a', 'live'))]).toEqual([publisher, '']);
});
