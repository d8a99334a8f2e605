import type { ScenarioName } from '../../src/simulator/scenarios.ts';

/** The requirements for each problem; the columns of the table. */
export const cells = ['detected', 'object', 'since', 'viewers', 'streams', 'cause', 'first'] as const;
export type Cell = (typeof cells)[number];

/** A problem that a scenario must raise. */
export interface TrueProblem {
  /** Rules that may raise it. */
  readonly rules: readonly string[];
  /** Name of the server, stream, group or resource that is the cause; `cluster` for the whole. */
  readonly object: string;
  /** Seconds after the start. */
  readonly begins: number;
  /** Seconds from the beginning within which it must be raised. */
  readonly within: number;
  /** Viewers and streams that are affected; an error of one seventh is allowed. Undefined: unknown. */
  readonly viewers?: number;
  readonly streams?: number;
  /** Words of the journal line that is the cause. */
  readonly cause: string;
  /** It still lasts at the end: a problem that has cleared by then is wrong. */
  readonly stands: boolean;
}

/** What happens in a scenario, and what castwatch must report about it. */
export interface Truth {
  readonly scenario: ScenarioName;
  /** Seconds for which it is watched. */
  readonly watched: number;
  /** In the order of the list, worst first. */
  readonly problems: readonly TrueProblem[];
  /** Keys of problems that may be listed beside them until they are folded under their cause. All others are false. */
  readonly beside?: { readonly keys: readonly string[]; readonly why: string };
}

const seen = (scenario: ScenarioName, watched: number, ...problems: readonly TrueProblem[]): Truth => {
  return { scenario, watched, problems };
};

/** What rules, separated by spaces, say of an object and its cause; most begin after two minutes, and stand at the end. */
const by = (
  rules: string,
  object: string,
  cause: string,
  more: Partial<TrueProblem> & Pick<TrueProblem, 'within'>,
): TrueProblem => ({ rules: rules.split(' '), object, cause, begins: 120, stands: true, ...more });

const crashed = { within: 10, viewers: 6380, streams: 11 };

/** One cause each; every scenario with incidents of its own has its truth. */
export const truths: readonly Truth[] = [
  seen(
    'cpu-climb',
    360,
    by('server-hot', 'edge-fra-1', 'Configuration reloaded: packet inspection enabled', { within: 120 }),
  ),
  seen(
    'ingest-decay',
    480,
    by('ingest-bitrate', 'arena/lecture-press', 'uplink degraded: retransmissions', {
      within: 240,
      viewers: 625,
      streams: 1,
    }),
  ),
  seen(
    'journal-flood',
    210,
    by('parted', 'edge-fra-1', 'Interface eth0 renegotiated', { within: 70, viewers: 2370 }),
    by('journal-storm', 'TokenValidator', 'Token validated with the fallback key', {
      within: 60,
      begins: 80,
    }),
  ),
  seen(
    'license-limit',
    240,
    by('limit-changed', 'cluster', 'License reloaded: outgoing bandwidth limited', { within: 5 }),
  ),
  seen(
    'origin-crash',
    345,
    by('server-gone', 'origin-fra-1', 'Process crashed: out of memory in the packet pool', {
      ...crashed,
      stands: false,
    }),
  ),
  seen(
    'partial-recovery',
    450,
    by('server-gone', 'origin-fra-1', 'Process crashed: segmentation fault', crashed),
  ),
  seen(
    'publisher-flap',
    345,
    by('stream-flap', 'arena/lecture-press', 'Publisher 203.0.113.77:41200 disconnected', {
      within: 160,
      viewers: 620,
      streams: 1,
    }),
  ),
  seen(
    'region-loss',
    220,
    by('server-gone group-short', 'us-west', 'Region us-west unreachable', {
      within: 10,
      viewers: 5770,
      streams: 23,
    }),
  ),
  seen('topology-fails', 220, by('stale', 'topology', 'Topology service failed', { within: 40 })),
  seen(
    'transcode-limit',
    330,
    by('limit-changed', 'cluster', 'transcodeTaskLimit 48 -> 32', { within: 5, streams: 8 }),
    by('server-hot', 'transcode-fra-1', 'Buffer pool grew', { within: 180 }),
  ),
  {
    ...seen(
      'viewer-surge',
      320,
      by('server-hot', 'cluster', 'Viewers connect 40 times as fast', { within: 70 }),
    ),
    beside: { keys: ['server-hot:edge-pdx-1'], why: 'it is hot before the two others' },
  },
];
