/** Parts of servers and streams in a story; `cast.ts` chooses which ones have them. */
export type ServerPart = 'transcoder' | 'edge' | 'edge of first' | 'origin' | 'region' | DrawnServers;
export type StreamPart =
  | 'first'
  | 'second'
  | 'third'
  | 'of origin'
  | 'some of origin'
  | 'of region'
  | DrawnStreams;
/** Parts in a drawn incident: of its faults, of decoys, and of streams that end as planned. */
export type DrawnServers = 'culprit' | 'second culprit' | 'always hot';
export type DrawnStreams = 'hit' | 'still hit' | 'second hit' | 'second still hit' | 'planned';
export type Part = ServerPart | StreamPart;

/** Seconds after the start of a cycle. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Grows to its full strength in `rise` seconds, and fades during the last `fall` seconds. */
export interface Wave extends Span {
  readonly rise?: number;
  readonly fall?: number;
}

/** A temporary change of the world. A story is a table of these. */
export type Effect =
  /** The servers are missing. */
  | (Span & { readonly what: 'gone'; readonly who: ServerPart })
  /** The edge takes this share of the streams that its neighbours deliver. */
  | (Wave & { readonly what: 'draws'; readonly who: ServerPart; readonly by: number })
  /** Additional percentage points. */
  | (Wave & { readonly what: 'cpu' | 'memory'; readonly who: ServerPart; readonly by: number })
  /** An edge sends this factor of what its viewers should get. */
  | (Wave & { readonly what: 'delivery'; readonly who: ServerPart; readonly by: number })
  /** A transcoder sends this factor of the bytes of its renditions, or runs this share of its tasks. */
  | (Wave & { readonly what: 'transcode' | 'renditions'; readonly who: ServerPart; readonly by: number })
  /** Additional sessions without traffic, as a share of the edge's viewers. */
  | (Wave & { readonly what: 'idle'; readonly who: ServerPart; readonly by: number })
  /** Share of the viewers on these edges who left. */
  | (Wave & { readonly what: 'left'; readonly who: ServerPart; readonly by: number })
  /** Factors on the publishers' rate, and on the number of viewers. */
  | (Wave & {
      readonly what: 'bitrate';
      readonly who: StreamPart;
      readonly by: number;
      /** The streams follow one after another, within this many seconds. */
      readonly oneByOne?: number;
    })
  | (Wave & { readonly what: 'viewers'; readonly who: StreamPart | 'all'; readonly by: number })
  /** The license allows this factor of the outgoing traffic at the start; further viewers are refused. */
  | (Span & { readonly what: 'license'; readonly by: number })
  /** The task limit per transcoder, as a factor of the previous one. */
  | (Span & { readonly what: 'task limit'; readonly by: number })
  /** Publishers that disconnect in these spans, and publish again at their ends. */
  | {
      readonly what: 'outage';
      readonly who: StreamPart;
      readonly spans: readonly Span[];
      /** Whether the stream is listed meanwhile, as UNPUBLISHED. */
      readonly listed: boolean;
      /** Whether it returns with a new id. */
      readonly newId?: boolean;
      /** The publishers return one after another, within this many seconds. */
      readonly spread?: number;
      /** They disconnect one after another, within this many seconds, in the same order. */
      readonly oneByOne?: number;
    }
  /** The server answers requests for the topology with an error. */
  | (Span & { readonly what: 'topology fails' })
  /** Published, but no media arrives. */
  | (Span & { readonly what: 'stalled'; readonly who: StreamPart });

/** Figures that journal lines of a story mention. */
export interface StoryFigures {
  /** Task limit per transcoder before any effect. */
  readonly taskLimit: number;
  /** Outgoing bytes per second of the cluster at the world's start. */
  readonly out: number;
}

/** A journal line: for each server or stream of a part, or for an object by its name. */
export interface StoryLine {
  /** Seconds after the start of a cycle. */
  readonly at: number;
  readonly who: Part | 'manager' | { readonly object: string };
  readonly message: string | ((figures: StoryFigures) => string);
  /** Written this many times, this many seconds apart. */
  readonly times?: number;
  readonly every?: number;
}

/** A line of a story at second `at` of a cycle, once or repeated. */
export const line = (
  at: number,
  who: StoryLine['who'],
  message: StoryLine['message'],
  repeat: Pick<StoryLine, 'times' | 'every'> = {},
): StoryLine => ({ at, who, message, ...repeat });

export interface Story {
  readonly effects: readonly Effect[];
  readonly lines: readonly StoryLine[];
  /** An object whose clock is wrong: its dates are this many seconds late, or early if negative. */
  readonly skew?: { readonly object: string; readonly by: number };
}

/** A story starts again after this many seconds. */
export const STORY_CYCLE_S = 1_200;

export const calmStory: Story = { effects: [], lines: [] };

/** The strength of an effect at second `c` of a cycle, 0 to 1. */
export function strengthAt({ start, end, rise = 0, fall = 0 }: Wave, c: number): number {
  if (c < start || c >= end) return 0;
  const grown = rise === 0 ? 1 : (c - start) / rise;
  const left = fall === 0 ? 1 : (end - c) / fall;
  return Math.min(1, grown, left);
}

export function isIn({ start, end }: Span, c: number): boolean {
  return c >= start && c < end;
}

/** Second of the cycle, `t` seconds after the world's start; -1 before the start. */
export function secondOfCycle(t: number): number {
  return t < 0 ? -1 : t % STORY_CYCLE_S;
}
