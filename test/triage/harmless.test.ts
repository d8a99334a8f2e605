import { expect, test } from 'vitest';
import { createHistory, type HistoryRecorder } from '../../src/cluster/create-history.ts';
import { mergeServers } from '../../src/cluster/servers.ts';
import type { ServerRecord } from '../../src/cluster/state.ts';
import type { Server } from '../../src/protocol/topology.ts';
import { bare, bench, cluster, edge, raised, recorded, server, stream, swept, total } from './support.ts';

/** What happens in a healthy cluster and looked like an outage. */

/** Two edges that deliver to so many viewers. */
function watchedBy(history: HistoryRecorder, viewers: number) {
  const edges = ['edge-1', 'edge-2'].map((name) => edge(name, viewers / 2, 5e5 * viewers));
  const outgoingTraffic = { total: { value: 1e6 * viewers, limit: null } };
  return recorded(history, cluster(edges, { ...total(viewers), outgoingTraffic }));
}

test('the end of a short spike is no loss', () => {
  const b = bench();
  const history = createHistory();
  b.during(600_000, 2_000, watchedBy(history, 5_200));
  b.during(20_000, 2_000, watchedBy(history, 15_200));
  for (let passed = 0; passed < 900_000; passed += 2_000) {
    const found = raised(b.step(2_000, watchedBy(history, 5_200)));
    expect(found.filter((key) => key.includes('critical') || key.includes('loss'))).toEqual([]);
  }
});

test('when a surge ends, who came with it is not lost, and who was there before is', () => {
  const after = (viewers: number) => {
    const b = bench();
    const history = createHistory();
    b.during(600_000, 2_000, watchedBy(history, 5_200));
    b.during(300_000, 2_000, watchedBy(history, 15_200));
    const found = raised(b.during(10_000, 2_000, watchedBy(history, viewers)));
    return found.filter((key) => key.includes('loss:viewers'));
  };
  expect([after(5_200), after(4_000)]).toEqual([[], ['critical loss:viewers']]);
});

/** Polls of these servers as the store merges them. */
function polls() {
  const b = bench();
  let records: readonly ServerRecord[] = [];
  return {
    during(ms: number, servers: readonly Server[]) {
      return b.during(ms, 2_000, (now, step) => {
        const merged = mergeServers(records, servers, now, true);
        records = merged.servers;
        const events = [...b.state().events, ...merged.events];
        return { ...bare(servers)(now, step), servers: records, events };
      });
    },
    events: () => b.state().events,
  };
}

const manager = (name: string) => server(name, { clusterManager: true });
const onHost = (name: string, hostName: string, ids: readonly string[]): Server => ({
  ...edge(name, 500, 5e7),
  hostName,
  applications: ids.map((id) => ({ viewers: { count: 500 }, id, name: 'play', type: 'edge' })),
});
const [first, second] = [onHost('edge-1', 'host-1', ['a-1']), onHost('edge-2', 'host-2', ['a-2'])];
const rest = [manager('cm-1'), manager('cm-2'), second];

test('a server that is renamed is one quiet event, and the next outage is told', () => {
  const p = polls();
  p.during(120_000, [...rest, first]);
  expect(raised(p.during(600_000, [...rest, onHost('north', 'host-1', ['a-1'])]))).toEqual([]);
  expect(p.events()).toMatchObject([
    { kind: 'server-renamed', subject: 'north', message: 'was called edge-1 before' },
  ]);
  expect(raised(p.during(60_000, rest))).toEqual(['critical server-gone:north']);
});

test('another server on the host, or the same applications on another host, is no new name', () => {
  for (const other of [onHost('north', 'host-1', ['a-9']), onHost('north', 'host-9', ['a-1'])]) {
    const p = polls();
    p.during(120_000, [...rest, first]);
    expect(raised(p.during(60_000, [...rest, other]))).toEqual(['critical server-gone:edge-1']);
  }
});

const KEYS = ['alpha', 'bravo', 'carol', 'delta', 'echo', 'fox', 'golf', 'hotel', 'india'];

/** An origin with nine streams, and each of them once more on three edges and on a transcoder with two renditions. */
function copied(keys: readonly string[], viewersAt: 'origin' | 'edges' = 'origin') {
  const app = (name: string, type: string) => ({ name, type, streams: { count: keys.length, cap: null } });
  const servers = [
    server('origin-1', { applications: [app('live', 'origin')] }),
    server('transcode-1', { applications: [app('abr', 'transcode')] }),
    ...[1, 2, 3].map((n) => edge(`edge-${n}`, 10 * keys.length, 1e7)),
  ];
  const rows = keys.flatMap((key) => {
    const of = (application: string, streamKey: string, viewerCount: number) =>
      stream({ id: `${application}/${streamKey}`, application, streamKey, viewerCount });
    const renditions = ['720p', '480p'].map((name) => ({ streamKey: `${key}_${name}`, name }));
    return [
      { ...of('live', key, viewersAt === 'origin' ? 30 : 0), subStreams: renditions },
      ...[1, 2, 3].map((n) => of(`play-edge-${n}`, key, 10)),
      of('abr', key, 0),
      ...renditions.map(({ streamKey }) => of('abr', streamKey, 0)),
    ];
  });
  const dashboard = { streamStats: { total: { value: keys.length } } };
  return (now: number, step: number) => ({
    ...cluster(servers, dashboard)(now, step),
    ...swept(rows)(now, step),
  });
}

test.each(['origin', 'edges'] as const)(
  'one stream that ends is no problem, and of several as many are lost as ended, with copies and viewers counted at %s',
  (at) => {
    const after = (keys: readonly string[]) => {
      const b = bench();
      b.during(300_000, 10_000, copied(KEYS, at));
      return b.during(300_000, 10_000, copied(keys, at));
    };
    expect(raised(after(KEYS.slice(1)))).toEqual([]);
    expect(after(KEYS.slice(5)).problems.find(({ key }) => key === 'loss:streams')).toMatchObject({
      facts: { lost: 5, before: 9 },
      hit: { streams: { count: 5 }, viewers: { lost: 150 } },
    });
  },
);

test('streams that moved between the pages of a list that was not read whole have not ended', () => {
  const seen = (short: number) => {
    const b = bench();
    b.during(300_000, 10_000, copied(KEYS));
    const partly = (now: number, step: number) => {
      const { streamSweep } = copied(KEYS.slice(5))(now, step);
      const value = streamSweep?.value && { ...streamSweep.value, short };
      return { ...copied(KEYS)(now, step), ...(streamSweep && { streamSweep: { ...streamSweep, value } }) };
    };
    return raised(b.during(120_000, 10_000, partly)).filter((key) => key.includes('loss'));
  };
  expect([seen(5), seen(0)]).toEqual([[], ['critical loss:streams']]);
});
