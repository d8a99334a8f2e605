import { expect, test } from 'vitest';
import type { ServerRecord } from '../../src/cluster/state.ts';
import type { StreamTrack } from '../../src/triage/memory/streams.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { RuleInput } from '../../src/triage/rule.ts';
import { publisherOf } from '../../src/triage/rules/stream-subject.ts';
import { publisherClauses } from '../../src/views/problems/clauses.ts';
import { bench, byKey, record, START, server } from './support.ts';

const empty = bench().state();

interface Scene {
  readonly tracks?: readonly StreamTrack[];
  readonly servers?: readonly ServerRecord[];
  readonly publishes?: readonly number[];
  readonly standing?: Severity;
}

function facts({ tracks = [], servers = [], publishes }: Scene): RuleInput {
  return {
    state: { ...empty, servers },
    streams: { tracks: byKey(tracks) },
    journal: {
      publishes: new Map(publishes && [['news', publishes]]),
      publishers: new Map([['news', '203.0.113.77:41200']]),
    },
  } as unknown as RuleInput;
}

const carrying = (name: string, application: string) =>
  record(server(name, { applications: [{ name: application }] }), START);

test('the publisher is given with the one server that takes it, where the journal knows it', () => {
  const words = (streamKey: string, ...servers: readonly ServerRecord[]) =>
    publisherClauses(publisherOf({ streamKey, application: 'live' }, facts({ servers }))).join('');
  expect(words('news', carrying('a', 'live'), carrying('b', 'vod'))).toBe(
    '; publisher 203.0.113.77:41200 on a',
  );
  expect(words('news', carrying('a', 'live'), carrying('b', 'live'))).toBe('; publisher 203.0.113.77:41200');
  expect([words('news'), words('sport', carrying('a', 'live'))]).toEqual([
    '; publisher 203.0.113.77:41200',
    '',
  ]);
});
