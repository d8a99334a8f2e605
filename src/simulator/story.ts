/** Parts that servers and streams play in a story; `cast.ts` chooses who plays them. */
export type ServerPart = 'transcoder' | 'edge' | 'edge of first' | 'origin' | 'region' | DrawnServers;
export type StreamPart =
  | 'first'
  | 'second'
  | 'third'
  | 'of origin'
  | 'some of origin'
  | 'of region'
  | DrawnStreams;
/** Parts in an incident that a seed has drawn: of its faults, of what looks like one, and of what ends as planned. */
export type DrawnServers = 'culprit' | 'second culprit' | 'always hot';
export type DrawnStreams = 'hit' | 'still hit' | 'second hit' | 'second still hit' | 'planned';
export type Part = ServerPart | StreamPart;

/** Seconds after the start of a cycle. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Grows to its whole strength over `rise` seconds, and fades over the last `fall` seconds before its end. */
export interface Wave extends Span {
  readonly rise?: number;
  readonly fall?: number;
}

/** Something that is wrong for a time. A story is a table of these. */
export type Effect =
  /** The servers are gone. */
  | (Span & { readonly what: 'gone'; readonly who: ServerPart })
  /** The edge draws that share of the streams that its neighbours deliver. */
  | (Wave & { readonly what: 'draws'; readonly who: ServerPart; readonly by: number })
  /** Percentage points on top. */
  | (Wave & { readonly what: 'cpu' | 'memory'; readonly who: ServerPart; readonly by: number })
  /** An edge sends that factor of what its viewers should get. */
  | (Wave & { readonly what: 'delivery'; readonly who: ServerPart; readonly by: number })
  /** A transcoder sends that factor of the bytes of its renditions, or runs that share of its tasks. */
  | (Wave & { readonly what: 'transcode' | 'renditions'; readonly who: ServerPart; readonly by: number })
  /** Sessions on top that take no bytes, as a share of the edge's viewers. */
  | (Wave & { readonly what: 'idle'; readonly who: ServerPart; readonly by: number })
  /** Share of the viewers on these edges who left. */
  | (Wave & { readonly what: 'left'; readonly who: ServerPart; readonly by: number })
  /** Factors: what publishers send, and how many want to watch. */
  | (Wave & {
      readonly what: 'bitrate';
      readonly who: StreamPart;
      readonly by: number;
      /** The streams follow one after another, within so many seconds. */
      readonly oneByOne?: number;
    })
  | (Wave & { readonly what: 'viewers'; readonly who: StreamPart | 'all'; readonly by: number })
  /** The license lets that factor of the first moment's outgoing traffic out; no further viewer is let in. */
  | (Span & { readonly what: 'license'; readonly by: number })
  /** The tasks that one transcoder may run, as a factor of those before. */
  | (Span & { readonly what: 'task limit'; readonly by: number })
  /** Publishers who went away in these spans, and published again at their ends. */
  | {
      readonly what: 'outage';
      readonly who: StreamPart;
      readonly spans: readonly Span[];
      /** Whether the stream is listed meanwhile, as UNPUBLISHED. */
      readonly listed: boolean;
      /** Whether it comes back under a new id. */
      readonly newId?: boolean;
      /** The publishers of a part come back one after another, within so many seconds. */
      readonly spread?: number;
      /** They go one after another, within so many seconds, in the same order. */
      readonly oneByOne?: number;
    }
  /** The server answers requests for the topology with an error. */
  | (Span & { readonly what: 'topology fails' })
  /** Published, but no media comes. */
  | (Span & { readonly what: 'stalled'; readonly who: StreamPart });

/** Figures that lines of the journal name. */
export interface StoryFigures {
  /** Tasks that one transcoder may run, without any effect. */
  readonly taskLimit: number;
  /** Bytes a second that left the cluster at the world's start. */
  readonly out: number;
}

/** A line in the journal: of each server or stream that plays the part, or of an object by its name. */
export interface StoryLine {
  /** Seconds after the start of a cycle. */
  readonly at: number;
  readonly who: Part | 'manager' | { readonly object: string };
  readonly message: string | ((figures: StoryFigures) => string);
  /** Written so many times, that many seconds apart. */
  readonly times?: number;
  readonly every?: number;
}

export interface Story {
  readonly effects: readonly Effect[];
  readonly lines: readonly StoryLine[];
  /** An object whose clock is wrong: what it writes is dated so many seconds too late, or too early below 0. */
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

/** The factor that a wave is at second `c`: 1 where it does nothing, `by` at its whole strength. */
export function factorAt(wave: Wave & { readonly by: number }, c: number): number {
  return 1 + (wave.by - 1) * strengthAt(wave, c);
}

export function isIn({ start, end }: Span, c: number): boolean {
  return c >= start && c < end;
}

/** Seconds into the cycle that runs `t` seconds after the world's start; -1 before it, when nothing happens. */
export function secondOfCycle(t: number): number {
  return t < 0 ? -1 : t % STORY_CYCLE_S;
}
