import { cell } from './column.ts';
import type { Layout } from './layout.ts';
import { streamKey } from './names.ts';
import { between, hash, pick, unit } from './rng.ts';
import type { Scenario } from './scenarios.ts';

/** Most edges that deliver a stream. */
export const MAX_EDGES = 3;

export type StreamTable = Readonly<ReturnType<typeof blankTable>>;

/** The share of a stream's viewers on one of its slots; the last slot has the rest. */
export function shareOf(table: StreamTable, s: number, slot: number): number {
  const first = cell(table.share0, s);
  const second = cell(table.share1, s);
  if (slot === 0) return first;
  return slot === 1 ? second : 1 - first - second;
}

/** The streams of a scenario as columns, one number per stream. The same seed gives the same streams. */
export function buildStreams(seed: number, scenario: Scenario, layout: Layout): StreamTable {
  const t = blankTable(seed, scenario);
  const { count, publishers } = t;
  let transcoded = 0;
  for (let s = 0; s < publishers; s++) {
    fill(t, s, { seed, scenario, layout }, transcoded);
    if (cell(t.transcoder, s) >= 0) transcoded++;
  }
  for (let s = publishers; s < count; s++) fillBackup(t, s, seed, layout);
  return t;
}

/**
 * The constant properties of the streams, in columns: 100,000 objects would take more time than everything else.
 */
function blankTable(seed: number, { streams: publishers, streamsPerBackup }: Scenario) {
  const backups = Math.floor(publishers / streamsPerBackup);
  const n = publishers + backups;
  const f = () => new Float64Array(n);
  return {
    count: n,
    /** Number of streams with a publisher. The others, at the end, are backup feeds that wait. */
    publishers,
    keys: [
      ...Array.from({ length: publishers }, (_, s) => streamKey(seed, s)),
      ...Array.from({ length: backups }, (_, b) => `${streamKey(seed, b * streamsPerBackup)}-backup`),
    ],
    /** Ingest application. */
    origin: new Int32Array(n),
    /** Transcode application; -1 if the stream is passed through. */
    transcoder: new Int32Array(n).fill(-1),
    /** Renditions, 0 to 4. */
    renditions: new Int32Array(n),
    /** Ingest bitrate, bytes a second. */
    bitrate: f(),
    /** Bytes of all renditions together, as a share of the ingest bitrate. */
    renditionShare: f(),
    /** Bytes per second of one viewer. */
    perViewer: f(),
    /** Mean number of viewers. */
    audience: f(),
    /** Edge application of each slot, MAX_EDGES slots per stream. */
    edge: new Int32Array(n * MAX_EDGES),
    slots: new Int32Array(n),
    /** Share of the viewers on the first and the second slot. */
    share0: f(),
    share1: f(),
    /** Length of one publishing cycle, ms; 0: always published. */
    cycle: f(),
    offset: f(),
    onFor: f(),
    /** Score without disturbances, 0 to 100, and how strong the disturbances of this stream are, 0 to 1. */
    quality: f(),
    trouble: f(),
    /** Phase and frequencies of its own noise: turns, turns per second. */
    phase: f(),
    slow: f(),
    quick: f(),
  };
}

/** @param transcoded number of previous streams that are transcoded */
function fill(
  t: StreamTable,
  s: number,
  { seed, scenario, layout }: { seed: number; scenario: Scenario; layout: Layout },
  transcoded: number,
): void {
  const u = (k: number) => unit(seed, 31, s, k);
  const { byRole } = layout;
  t.origin[s] = originOf(s, seed, layout);
  // Most streams are always published; the others have cycles of different lengths.
  const always = u(0) < scenario.alwaysOn;
  const flapping = u(18) < scenario.flapping;
  if (flapping) t.cycle[s] = Math.round(between(90, 240, u(1))) * 1000;
  else t.cycle[s] = always ? 0 : Math.round(between(2_400, 14_400, u(1))) * 1000;
  t.offset[s] = always ? Math.round(between(3_600, 400_000, u(2))) * 1000 : Math.floor(u(2) * 14_400_000);
  t.onFor[s] = Math.round(cell(t.cycle, s) * between(0.6, 0.9, u(3)));
  t.bitrate[s] = Math.round(between(280_000, 820_000, u(4)));
  if (always ? u(5) < 0.85 : u(5) < 0.25) {
    // In turn, and in each turn with the same number of renditions, so that transcoders have equal work.
    const turn = Math.floor(transcoded / byRole.transcode.length);
    t.transcoder[s] = pick(byRole.transcode, transcoded);
    t.renditions[s] = 2 + (turn % 3);
    t.renditionShare[s] = 0.35 + 0.2 * cell(t.renditions, s);
  }
  t.perViewer[s] = Math.round(cell(t.bitrate, s) * (cell(t.renditions, s) > 0 ? 0.66 : 1));
  const popular = Math.exp(1.1 * (u(6) + u(7) + u(8) + u(9) - 2) * 1.73);
  // As on real clusters, a few streams have most of the viewers; those with a cycle are not among them.
  t.audience[s] = (scenario.viewersPerStream * (always ? popular : Math.min(1, popular))) / 1.75;
  t.share0[s] = between(0.42, 0.6, u(10));
  t.share1[s] = between(0.2, 0.3, u(11));
  pickEdges(t, s, seed, layout);
  const sick = u(17) < scenario.sick;
  t.quality[s] = sick ? between(20, 60, u(12)) : between(86, 99.5, u(12));
  t.trouble[s] = u(13) ** 2;
  t.phase[s] = u(14);
  t.slow[s] = 1 / between(420, 1_300, u(15));
  t.quick[s] = 1 / between(16, 45, u(16));
}

/** A stream that is never published has only its place and its age. */
function fillBackup(t: StreamTable, s: number, seed: number, layout: Layout): void {
  t.origin[s] = originOf(s, seed, layout);
  t.offset[s] = Math.round(between(86_400, 4_000_000, unit(seed, 31, s, 2))) * 1000;
  // The period of its noise must not be zero.
  t.slow[s] = 1;
  t.quick[s] = 1;
}

function originOf(s: number, seed: number, { byRole }: Layout): number {
  return pick(byRole.origin, hash(seed, 32, s));
}

/** Two edges in the own region and one in another; fewer for a small audience. */
function pickEdges(t: StreamTable, s: number, seed: number, layout: Layout): void {
  const groups = layout.inGroup.edge.filter((edges) => edges.length > 0);
  const homeIndex = hash(seed, 34, s) % groups.length;
  const home = groups[homeIndex] as readonly number[];
  const away = groups[(homeIndex + 1 + (hash(seed, 35, s) % (groups.length - 1 || 1))) % groups.length];
  const first = hash(seed, 36, s) % home.length;
  const audience = cell(t.audience, s);
  const wanted = [home[first], home[(first + 1) % home.length], away?.[hash(seed, 37, s) % away.length]];
  // A larger audience is spread over more edges.
  const few = audience < 8 ? 1 : 2;
  const slots = audience < 20 ? few : MAX_EDGES;
  t.slots[s] = slots;
  for (let i = 0; i < MAX_EDGES; i++) t.edge[s * MAX_EDGES + i] = wanted[i] ?? layout.byRole.edge[0] ?? 0;
  if (slots === 1) t.share0[s] = 1;
  if (slots < MAX_EDGES) t.share1[s] = 1 - cell(t.share0, s);
}
