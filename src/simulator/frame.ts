import { MAX_EDGES } from './streams.ts';

/** The whole cluster at one moment, in columns by stream and by application. Byte columns are per second. */
export class Frame {
  /** Milliseconds after the world's start. */
  ms = Number.NaN;
  /** Number of listed streams: `present[0 … presentCount)`. */
  presentCount = 0;
  readonly present: Int32Array;
  readonly state: Int32Array;
  /** Start and end of the session (the end is now while it runs), ms after the world's start. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly viewers: Int32Array;
  readonly inBandwidth: Float64Array;
  readonly outBandwidth: Float64Array;
  /** 0 to 100; -1: no data. */
  readonly score: Float64Array;
  /** Edge application, viewers and delivery of each slot. */
  readonly slotEdge: Int32Array;
  readonly slotViewers: Int32Array;
  readonly slotOut: Float64Array;
  readonly appIn: Float64Array;
  readonly appOut: Float64Array;
  readonly appViewers: Float64Array;
  readonly appStreams: Float64Array;
  readonly appTasks: Float64Array;
  readonly appAlive: Int32Array;
  /** Indices of missing servers. */
  gone: ReadonlySet<number> = new Set();
  /** Number of renditions that a stream gets: fewer than configured while tasks wait. */
  readonly renditions: Int32Array;
  /** The transcode application that works on a stream; -1 for none. */
  readonly transcoder: Int32Array;
  /** Outgoing traffic that the license allows, bytes per second; Infinity: no limit. */
  outLimit = Number.POSITIVE_INFINITY;
  /** Viewers of an edge by score of their stream, in steps of ten. */
  readonly appScores: Float64Array;
  /** Points that viewers of an edge lose because it is full. */
  readonly appPenalty: Float64Array;
  readonly grades = new Float64Array(4);
  totalViewers = 0;
  totalIn = 0;
  totalOut = 0;
  transcoded = 0;

  constructor(streams: number, apps: number) {
    this.present = new Int32Array(streams);
    this.state = new Int32Array(streams);
    this.start = new Float64Array(streams);
    this.end = new Float64Array(streams);
    this.viewers = new Int32Array(streams);
    this.inBandwidth = new Float64Array(streams);
    this.outBandwidth = new Float64Array(streams);
    this.score = new Float64Array(streams);
    this.renditions = new Int32Array(streams);
    this.transcoder = new Int32Array(streams);
    this.slotEdge = new Int32Array(streams * MAX_EDGES);
    this.slotViewers = new Int32Array(streams * MAX_EDGES);
    this.slotOut = new Float64Array(streams * MAX_EDGES);
    this.appIn = new Float64Array(apps);
    this.appOut = new Float64Array(apps);
    this.appViewers = new Float64Array(apps);
    this.appStreams = new Float64Array(apps);
    this.appTasks = new Float64Array(apps);
    this.appAlive = new Int32Array(apps);
    this.appScores = new Float64Array(apps * 10);
    this.appPenalty = new Float64Array(apps);
  }
}
