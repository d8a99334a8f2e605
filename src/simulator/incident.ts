import type { Story, StoryLine } from './story.ts';

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
    {
      at: transcoderGone.start + 1,
      who: 'transcoder',
      message: 'Connection to cluster manager lost: heartbeat missed',
    },
    {
      at: transcoderGone.start + 3,
      who: 'manager',
      message: 'Server removed from topology: no heartbeat for 2000 ms',
    },
    {
      at: transcoderGone.start + 6,
      who: 'manager',
      message: 'Transcode tasks reassigned to remaining transcoders',
    },
    {
      at: transcoderGone.start + 8,
      who: 'manager',
      message: 'Transcode task limit reached, tasks are queued',
    },
    {
      at: transcoderGone.start + 30,
      who: 'manager',
      message: 'Transcode tasks still queued: limit reached',
      times: 13,
      every: 30,
    },
    { at: transcoderGone.end, who: 'transcoder', message: 'Status Update: AUTHENTICATED' },
    { at: transcoderGone.end + 1, who: 'manager', message: 'Transcode tasks rebalanced' },
    ...(['first', 'second'] as const).flatMap((who) => flapping[who].flatMap((at) => restartLines(at, who))),
    { at: edgeSaturated.start + 25, who: 'edge', message: 'Outgoing bandwidth above 80% of cap' },
    {
      at: edgeSaturated.start + 45,
      who: 'edge',
      message: 'Outgoing bandwidth above 95% of cap, frames are dropped',
    },
    {
      at: edgeSaturated.start + 105,
      who: 'edge',
      message: 'Send queue overflow, frames are dropped',
      times: 4,
      every: 60,
    },
    { at: edgeSaturated.end - 10, who: 'edge', message: 'Outgoing bandwidth back below 80% of cap' },
    { at: zombie.start + 10, who: 'third', message: 'No media received for 10000 ms' },
    { at: zombie.start + 60, who: 'third', message: 'No media received for 60000 ms' },
    { at: zombie.end, who: 'third', message: 'Publisher reconnected' },
    { at: zombie.end + 0.004, who: 'third', message: 'Status Update: PUBLISHED' },
  ],
};

function restartLines(at: number, who: 'first' | 'second'): readonly StoryLine[] {
  return [
    { at: at - FLAP_DOWN_S, who, message: 'Publisher connection reset by peer' },
    { at: at - FLAP_DOWN_S + 0.004, who, message: 'Status Update: UNPUBLISHED' },
    { at, who, message: 'Status Update: PUBLISHED' },
  ];
}
