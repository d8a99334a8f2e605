import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { bench, cluster, edge, raised, recorded, START, stream, swept, total } from '../support.ts';
import type { Change } from './family.ts';

const VIEWERS = 6_000;
const STREAMS = 30;
const POLL_MS = 2_000;
const MINUTE_MS = 60_000;

/** Whose viewers leave: streams that no list names, all of them alike, or a third of them. */
type Leave = 'unknown' | 'all' | 'a third';

/** Four edges alike that have lost this share of their viewers; once a minute also the list of streams, if it is read. */
function without(share: number, leave: Leave): Change {
  const left = VIEWERS * (1 - share);
  const servers = [1, 2, 3, 4].map((n) => ({
    ...edge(`edge-${n}`, left / 4, 1e5 * left),
    serverStats: { outBandwidth: { usage: 6e8 } },
  }));
  const among = leave === 'all' ? STREAMS : STREAMS / 3;
  const viewersOf = (n: number) =>
    (VIEWERS - (n < among ? (VIEWERS * share * STREAMS) / among : 0)) / STREAMS;
  const streams = Array.from({ length: STREAMS }, (_, n) =>
    stream({ id: `s${n}`, streamKey: `s${n}`, viewerCount: viewersOf(n) }),
  );
  return (now, step) => ({
    ...cluster(servers, total(left))(now, step),
    ...(leave !== 'unknown' && now % MINUTE_MS === START % MINUTE_MS && swept(streams)(now, step)),
  });
}

interface Leaving {
  readonly leave: Leave;
  readonly withinMs: number;
  /** They left before the first look: only the history has the time before. */
  readonly isOver?: true;
  readonly thresholds?: { readonly lossShare: number };
}

/** What was raised when this share left, and stayed away. */
function saidOf(share: number, { leave, withinMs, isOver, thresholds }: Leaving) {
  const b = bench({ thresholds });
  const history = createHistory();
  const poll = (at: number) =>
    recorded(history, without(share * Math.min(1, Math.max(0, at / withinMs)), leave));
  const looksFrom = isOver ? withinMs : -15 * MINUTE_MS;
  let before: Partial<ClusterState> = {};
  for (let at = -15 * MINUTE_MS; at < looksFrom; at += POLL_MS)
    before = { ...before, ...poll(at)(START + at - looksFrom, 0) };
  b.step(0, () => before);
  const said = new Set<string>();
  for (let at = looksFrom; at < 5 * MINUTE_MS; at += POLL_MS)
    for (const one of raised(b.step(POLL_MS, poll(at)))) said.add(one);
  return [...said];
}

const [WARNING, CRITICAL] = [['warning loss:viewers'], ['critical loss:viewers']];
const slowly = { leave: 'unknown', withinMs: MINUTE_MS } as const;
const twice = { lossShare: 30 };

test.each<[string, Leaving, told: Readonly<Record<number, readonly string[]>>]>([
  ['within seconds', { ...slowly, withinMs: POLL_MS }, { 0.14: [], 0.16: CRITICAL }],
  ['slowly, nobody knows from where', slowly, { 0.24: [], 0.26: CRITICAL }],
  ['slowly, from a third of the streams', { ...slowly, leave: 'a third' }, { 0.13: [], 0.15: CRITICAL }],
  ['slowly, from all streams', { ...slowly, leave: 'all' }, { 0.07: [], 0.09: WARNING, 0.11: CRITICAL }],
  ['before the first look', { ...slowly, isOver: true }, { 0.24: [], 0.26: WARNING, 0.33: CRITICAL }],
  [
    'from all streams, before the first look',
    { ...slowly, leave: 'all', isOver: true },
    { 0.14: [], 0.16: WARNING },
  ],
  [
    'slowly, where twice the share counts',
    { ...slowly, leave: 'a third', thresholds: twice },
    { 0.27: [], 0.29: CRITICAL },
  ],
])('how many viewers must leave %s', (_what, leaving, told) => {
  const shares = Object.keys(told);
  expect(Object.fromEntries(shares.map((share) => [share, saidOf(Number(share), leaving)]))).toEqual(told);
});
