import { line, type Span, type Story } from './story.ts';

/** Each story begins two minutes after the start, so that usual values are known by then. Seconds. */
const BEGINS_S = 120;
const ENDS_S = 1_020;
const span: Span = { start: BEGINS_S, end: ENDS_S };

const mbit = (bytes: number) => `${((bytes * 8) / 1e6).toFixed(0)} Mbit/s`;

/** An edge needs more and more CPU for the same viewers. */
const cpuClimb: Story = {
  effects: [{ what: 'cpu', who: 'edge', by: 56, rise: 270, fall: 60, ...span }],
  lines: [
    line(BEGINS_S - 2, 'edge', 'Configuration reloaded: packet inspection enabled'),
    line(BEGINS_S + 240, 'edge', 'Event loop is behind by 140 ms', { times: 6, every: 90 }),
    line(ENDS_S - 60, 'edge', 'Configuration reloaded: packet inspection disabled'),
  ],
};

/** An origin fails with its streams; they return one after another with new ids. */
const originCrash: Story = {
  effects: [
    { what: 'gone', who: 'origin', start: BEGINS_S, end: BEGINS_S + 30 },
    {
      what: 'outage',
      who: 'of origin',
      spans: [{ start: BEGINS_S, end: BEGINS_S + 34 }],
      spread: 40,
      listed: false,
      newId: true,
    },
  ],
  lines: [
    line(BEGINS_S, 'origin', 'Process crashed: out of memory in the packet pool'),
    line(BEGINS_S + 2, 'manager', 'Server removed from topology: no heartbeat for 2000 ms'),
    line(BEGINS_S + 28, 'origin', 'Server restarted, all streams are published anew'),
    line(BEGINS_S + 30, 'origin', 'Status Update: AUTHENTICATED'),
  ],
};

/** A license allows less outgoing traffic than viewers need. */
const licenseLimit: Story = {
  effects: [
    { what: 'license', by: 1.12, ...span },
    { what: 'viewers', who: 'all', by: 1.5, rise: 240, fall: 60, start: BEGINS_S + 30, end: ENDS_S },
  ],
  lines: [
    line(
      BEGINS_S,
      'manager',
      ({ out }) => `License reloaded: outgoing bandwidth limited to ${mbit(1.12 * out)}`,
    ),
    line(BEGINS_S + 90, 'manager', 'Viewer refused: licensed outgoing bandwidth is in use', {
      times: 78,
      every: 10,
    }),
  ],
};

const flaps = Array.from({ length: 12 }, (_, n) => BEGINS_S + 70 * n);

/** A publisher loses its connection repeatedly; its stream has a new id each time. */
const publisherFlap: Story = {
  effects: [
    {
      what: 'outage',
      who: 'first',
      spans: flaps.map((start) => ({ start, end: start + 9 })),
      listed: true,
      newId: true,
    },
  ],
  lines: flaps.flatMap((at) => [
    line(at, 'first', 'Publisher 203.0.113.77:41200 disconnected: connection reset by peer'),
    line(at + 0.004, 'first', 'Status Update: UNPUBLISHED'),
    line(at + 9, 'first', 'Status Update: PUBLISHED'),
  ]),
};

/** Everything works except requests for the topology. */
const topologyFails: Story = {
  effects: [{ what: 'topology fails', ...span }],
  lines: [
    line(BEGINS_S, 'manager', 'Topology service failed: worker does not answer'),
    line(ENDS_S, 'manager', 'Topology service restarted'),
  ],
};

/** The task limit is set below the running tasks; independently, a transcoder has a memory leak. */
const transcodeLimit: Story = {
  effects: [
    { what: 'task limit', by: 2 / 3, ...span },
    { what: 'memory', who: 'transcoder', by: 55, rise: 420, ...span },
  ],
  lines: [
    line(
      BEGINS_S,
      'manager',
      ({ taskLimit }) =>
        `Transcode settings changed: transcodeTaskLimit ${taskLimit} -> ${Math.round((taskLimit * 2) / 3)}`,
    ),
    line(BEGINS_S + 2, 'manager', 'Transcode task limit reached, tasks are queued'),
    line(BEGINS_S + 30, 'transcoder', 'Buffer pool grew to 2048 blocks', { times: 28, every: 30 }),
  ],
};

/** One line says why an edge sends less, among thousands of lines of another object. */
const journalFlood: Story = {
  effects: [{ what: 'delivery', who: 'edge', by: 0.33, rise: 4, ...span }],
  lines: [
    line(BEGINS_S - 1, 'edge', 'Interface eth0 renegotiated: 1000 Mbit/s, was 10000 Mbit/s'),
    line(BEGINS_S - 40, { object: 'TokenValidator' }, 'Token validated with the fallback key 2', {
      times: 4_000,
      every: 0.22,
    }),
  ],
};

/** The rate of a publisher falls continuously. */
const ingestDecay: Story = {
  effects: [{ what: 'bitrate', who: 'first', by: 0.3, rise: 300, ...span }],
  lines: [
    line(BEGINS_S + 5, 'first', 'Publisher 203.0.113.77 uplink degraded: retransmissions at 6%'),
    line(BEGINS_S + 200, 'first', 'Ingest bitrate below half of its average', { times: 8, every: 80 }),
  ],
};

/** A whole region is cut off; most of its viewers are lost, the others move to other regions. */
const regionLoss: Story = {
  effects: [
    { what: 'gone', who: 'region', start: BEGINS_S, end: BEGINS_S + 300 },
    { what: 'left', who: 'region', by: 0.7, start: BEGINS_S, end: BEGINS_S + 420, fall: 120 },
    {
      what: 'outage',
      who: 'of region',
      spans: [{ start: BEGINS_S, end: BEGINS_S + 304 }],
      spread: 20,
      listed: false,
    },
  ],
  lines: [
    line(BEGINS_S, 'manager', 'Region us-west unreachable: uplink lost'),
    line(BEGINS_S + 2, 'region', 'Connection to cluster manager lost: heartbeat missed'),
    line(BEGINS_S + 300, 'region', 'Status Update: AUTHENTICATED'),
    line(BEGINS_S + 301, 'manager', 'Region us-west reachable again'),
  ],
};

/** All viewers come to one stream at the same time. */
const viewerSurge: Story = {
  effects: [{ what: 'viewers', who: 'first', by: 9, rise: 60, fall: 120, ...span }],
  lines: [
    line(BEGINS_S, 'first', 'Viewers connect 40 times as fast as usual: link shared abroad'),
    line(BEGINS_S + 60, 'edge of first', 'Send queue overflow, frames are dropped', { times: 10, every: 80 }),
  ],
};

/** An origin crashes and is back soon, but not with all of its streams. */
const partialRecovery: Story = {
  effects: [
    { what: 'gone', who: 'origin', start: BEGINS_S, end: BEGINS_S + 30 },
    {
      what: 'outage',
      who: 'of origin',
      spans: [{ start: BEGINS_S, end: BEGINS_S + 34 }],
      spread: 20,
      listed: false,
    },
    { what: 'outage', who: 'some of origin', spans: [{ start: BEGINS_S, end: ENDS_S }], listed: false },
  ],
  lines: [
    line(BEGINS_S, 'origin', 'Process crashed: segmentation fault'),
    line(BEGINS_S + 2, 'manager', 'Server removed from topology: no heartbeat for 2000 ms'),
    line(BEGINS_S + 28, 'origin', 'Server restarted'),
    line(BEGINS_S + 30, 'origin', 'Status Update: AUTHENTICATED'),
    line(BEGINS_S + 60, 'some of origin', 'No publisher for 60000 ms'),
  ],
};

/** Stories with one cause each, by scenario name. */
export const stories = {
  'cpu-climb': cpuClimb,
  'origin-crash': originCrash,
  'license-limit': licenseLimit,
  'publisher-flap': publisherFlap,
  'topology-fails': topologyFails,
  'transcode-limit': transcodeLimit,
  'journal-flood': journalFlood,
  'ingest-decay': ingestDecay,
  'region-loss': regionLoss,
  'viewer-surge': viewerSurge,
  'partial-recovery': partialRecovery,
} as const satisfies Readonly<Record<string, Story>>;
export type StoryName = keyof typeof stories;
