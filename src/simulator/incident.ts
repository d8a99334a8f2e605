import { line, type Story } from './story.ts';

/** How long a flapping stream is down before each restart, seconds. */
const FLAP_DOWN_S = 8;

/**
 * Start and end of each effect, seconds. They begin as soon as a client has read the whole cluster. The remaining
 * transcoders stay full for longer than the 300 s of grace that the cluster manager gives a burst; the edge fills
 * within a minute, so that its rise can be seen.
 */
export const incidentTimes = {
  transcoderGone: { start: 4, end: 454 },
  edgeSaturated: { start: 44, end: 404 },
  zombie: { start: 84, end: 414 },
  flapping: {
    first: [32, 102, 182, 272, 352],
    second: [68, 152, 232, 324],
  },
} as const;

const { transcoderGone, edgeSaturated, zombie, flapping } = incidentTimes;

const downBefore = (restarts: readonly number[]) =>
  restarts.map((end) => ({ start: end - FLAP_DOWN_S, end }));

/** Several faults at once: a transcoder vanishes, an edge fills up, two streams flap, one becomes a zombie. */
export const incident: Story = {
  effects: [
    { what: 'gone', who: 'transcoder', ...transcoderGone },
    { what: 'draws', who: 'edge', by: 0.75, rise: 60, fall: 30, ...edgeSaturated },
    { what: 'outage', who: 'first', spans: downBefore(flapping.first), listed: true },
    { what: 'outage', who: 'second', spans: downBefore(flapping.second), listed: true },
    { what: 'stalled', who: 'third', ...zombie },
    // The stream recovers when it is published again.
    { what: 'outage', who: 'third', spans: [{ start: zombie.end, end: zombie.end }], listed: true },
  ],
  lines: [
    line(transcoderGone.start + 1, 'transcoder', 'Connection to cluster manager lost: heartbeat missed'),
    line(transcoderGone.start + 3, 'manager', 'Server removed from topology: no heartbeat for 2000 ms'),
    line(transcoderGone.start + 6, 'manager', 'Transcode tasks reassigned to remaining transcoders'),
    line(transcoderGone.start + 8, 'manager', 'Transcode task limit reached, tasks are queued'),
    line(transcoderGone.start + 30, 'manager', 'Transcode tasks still queued: limit reached', {
      times: 13,
      every: 30,
    }),
    line(transcoderGone.end, 'transcoder', 'Status Update: AUTHENTICATED'),
    line(transcoderGone.end + 1, 'manager', 'Transcode tasks rebalanced'),
    ...(['first', 'second'] as const).flatMap((who) =>
      flapping[who].flatMap((at) => [
        line(at - FLAP_DOWN_S, who, 'Publisher connection reset by peer'),
        line(at - FLAP_DOWN_S + 0.004, who, 'Status Update: UNPUBLISHED'),
        line(at, who, 'Status Update: PUBLISHED'),
      ]),
    ),
    line(edgeSaturated.start + 25, 'edge', 'Outgoing bandwidth above 80% of cap'),
    line(edgeSaturated.start + 45, 'edge', 'Outgoing bandwidth above 95% of cap, frames are dropped'),
    line(edgeSaturated.start + 105, 'edge', 'Send queue overflow, frames are dropped', {
      times: 4,
      every: 60,
    }),
    line(edgeSaturated.end - 10, 'edge', 'Outgoing bandwidth back below 80% of cap'),
    line(zombie.start + 10, 'third', 'No media received for 10000 ms'),
    line(zombie.start + 60, 'third', 'No media received for 60000 ms'),
    line(zombie.end, 'third', 'Publisher reconnected'),
    line(zombie.end + 0.004, 'third', 'Status Update: PUBLISHED'),
  ],
};
