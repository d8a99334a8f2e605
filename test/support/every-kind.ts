import type { KindAndFacts, KindAndFactsOf, ProblemKind } from '../../src/triage/kind-facts.ts';

const share = { used: 91, value: 91, limit: 100 };
const standstill = { viewers: 17_100, refusals: { count: 4, text: 'Viewer refused' } };

const carried = { viewers: 100, streams: 4, isManager: true };
const after = {
  streams: { lost: 4, missing: { count: 1, first: ['news'] }, isUnread: false, viewers: 40 },
  viewers: { hit: 60, back: 20, isMeasured: true },
};

/** A kind of problem with as many facts as possible. */
export const everyKind: { readonly [K in ProblemKind]: KindAndFactsOf<K> & KindAndFacts } = {
  session: { kind: 'session', form: 'refused', facts: { status: 'refused', username: 'ann', message: 'no' } },
  stale: { kind: 'stale', facts: { of: 'resource', name: 'journal', answered: true, age: 2e5, error: 'x' } },
  'topology-doubt': { kind: 'topology-doubt', form: 'empty', facts: { doubt: 'empty', known: 3 } },
  manager: { kind: 'manager', form: 'single', facts: { only: 'cm-1', gone: { count: 1, first: ['cm-2'] } } },
  'server-gone': {
    kind: 'server-gone',
    facts: { of: 'server', group: 'EU', carried, after, poorer: { count: 1, first: ['sport'] } },
  },
  loss: {
    kind: 'loss',
    facts: {
      of: 'viewers',
      part: 'delivery',
      lost: 400,
      before: 500,
      by: 'server',
      alike: 2,
      losers: { count: 1, first: [{ name: 'edge-1', lost: 400, had: 450 }] },
      ended: { count: 1, first: ['news'] },
    },
  },
  surge: {
    kind: 'surge',
    facts: {
      of: 'viewers',
      gained: 600,
      before: 500,
      alike: 2,
      gainers: { count: 1, first: [{ name: 'edge-1', gained: 500, had: 450 }] },
    },
  },
  parted: {
    kind: 'parted',
    facts: {
      pair: 'out/viewers',
      part: 'delivery',
      percent: -35,
      first: 0,
      second: 54,
      twins: { count: 1, first: ['edge-2'] },
    },
  },
  'server-hot': {
    kind: 'server-hot',
    facts: {
      measures: [
        { figure: 'cpu', used: 97, climb: { perMinute: 2.5, full: 97, left: 240_000 } },
        { figure: 'out', used: 98, usage: 9.8e7, cap: 1e8 },
      ],
    },
  },
  'group-short': {
    kind: 'group-short',
    facts: { role: 'edge', has: 1, wanted: 3, gone: { count: 2, first: ['a', 'b'] } },
  },
  'limit-changed': {
    kind: 'limit-changed',
    facts: {
      measure: 'viewers',
      level: 'group',
      object: 'EU',
      value: 90,
      before: 200,
      limit: 100,
      used: 90,
      standstill,
    },
  },
  limit: { kind: 'limit', form: 'near', facts: { measure: 'viewers', ...share } },
  'edge-delivery': { kind: 'edge-delivery', facts: { viewers: 90, out: 1e5 } },
  'stream-flap': {
    kind: 'stream-flap',
    facts: { applications: { count: 1, first: ['live'] }, times: 3, within: 60_000, lastAgo: 120_000 },
  },
  'stream-zombie': {
    kind: 'stream-zombie',
    facts: { viewers: 9, stillFor: 60_000, publisher: { address: '203.0.113.7:41200', server: 'origin-1' } },
  },
  'ingest-bitrate': { kind: 'ingest-bitrate', facts: { now: 1e5, usual: 4e5, mean: 3_600_000 } },
  'stream-unhealthy': {
    kind: 'stream-unhealthy',
    facts: { score: 20, grade: 'Bad', atRisk: 80, viewers: 100, copiesFine: true },
  },
  health: { kind: 'health', facts: { share: 39, bad: 390, graded: 1_000, streamShare: 0, side: 'delivery' } },
  link: { kind: 'link', facts: { fault: 'slow', manager: 'cm-1', latency: 400, slowFrom: 250 } },
  reconnect: { kind: 'reconnect', facts: { times: 3 } },
  restart: {
    kind: 'restart',
    facts: { of: 'object', event: 'counters fell', back: { count: 1, first: ['a'] } },
  },
  'unusual-load': {
    kind: 'unusual-load',
    facts: { measure: 'viewers', percent: -51, now: 490, usual: 1_000 },
  },
  'journal-failures': {
    kind: 'journal-failures',
    facts: { text: 'Handshake failed', count: 20, objects: { count: 4, first: ['Server: origin-1'] } },
  },
  'journal-storm': { kind: 'journal-storm', facts: { perMinute: 400, usual: 20 } },
  'journal-pattern': { kind: 'journal-pattern', facts: { title: 'Disk', count: 2, text: 'disk is full' } },
  'slow-pattern': { kind: 'slow-pattern', facts: { title: 'Disk' } },
  totals: { kind: 'totals', facts: { of: 'streams', by: 'list', listed: 9, counted: 30, apart: 70 } },
  streams: {
    kind: 'streams',
    form: 'mixed',
    facts: {
      counts: [
        { kind: 'stream-zombie', count: 1 },
        { kind: 'stream-flap', count: 2 },
      ],
    },
  },
  range: { kind: 'range', facts: { label: 'cpu_max', value: 91, unit: '%', range: '80' } },
  missing: { kind: 'missing', facts: { object: 'server' } },
};
