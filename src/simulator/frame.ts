import { MAX_EDGES } from './streams.ts';

/** The whole cluster at one moment, in columns by stream and by application. Byte columns are per second. */
export type Frame = ReturnType<typeof createFrame>;

export function createFrame(streams: number, apps: number) {
  return {
    /** Milliseconds after the world's start. */
    ms: Number.NaN,
    /** Number of listed streams: `present[0 … presentCount)`. */
    presentCount: 0,
    present: new Int32Array(streams),
    state: new Int32Array(streams),
    /** Start and end of the session (the end is now while it runs), ms after the world's start. */
    start: new Float64Array(streams),
    end: new Float64Array(streams),
    viewers: new Int32Array(streams),
    inBandwidth: new Float64Array(streams),
    outBandwidth: new Float64Array(streams),
    /** 0 to 100; -1: no data. */
    score: new Float64Array(streams),
    /** Edge application, viewers and delivery of each slot. */
    slotEdge: new Int32Array(streams * MAX_EDGES),
    slotViewers: new Int32Array(streams * MAX_EDGES),
    slotOut: new Float64Array(streams * MAX_EDGES),
    appIn: new Float64Array(apps),
    appOut: new Float64Array(apps),
    appViewers: new Float64Array(apps),
    appStreams: new Float64Array(apps),
    appTasks: new Float64Array(apps),
    appAlive: new Int32Array(apps),
    /** Indices of missing servers. */
    gone: new Set<number>() as ReadonlySet<number>,
    /** Number of renditions that a stream gets: fewer than configured while tasks wait. */
    renditions: new Int32Array(streams),
    /** The transcode application that works on a stream; -1 for none. */
    transcoder: new Int32Array(streams),
    /** Outgoing traffic that the license allows, bytes per second; Infinity: no limit. */
    outLimit: Number.POSITIVE_INFINITY,
    /** Viewers of an edge by score of their stream, in steps of ten. */
    appScores: new Float64Array(apps * 10),
    /** Points that viewers of an edge lose because it is full. */
    appPenalty: new Float64Array(apps),
    grades: new Float64Array(4),
    totalViewers: 0,
    totalIn: 0,
    totalOut: 0,
    transcoded: 0,
  };
}
