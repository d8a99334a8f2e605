/**
 * The cluster behind `foreign-server.ts`: a few servers, streams and a journal, as a function of the time.
 * It shares no code with the simulator, so that no test passes only because both sides have the same author.
 */

/** Odd types: numbers and ids as the other type, percentages with their sign, 0 and 1 for booleans. */
export type Types = 'odd' | 'plain';

const grades = ['Excellent', 'Very Good', 'Good', 'Bad', 'Very Bad', 'No Data'];
const servers = [
  { name: 'control-1', group: 'core', role: 'manager', cpu: 6 },
  { name: 'control-2', group: 'core', role: 'manager', cpu: 5 },
  { name: 'ingest-1', group: 'west', role: 'origin', cpu: 41.5 },
  { name: 'ingest-2', group: 'north', role: 'origin', cpu: 38 },
  { name: 'coder-1', group: 'west', role: 'transcode', cpu: 71 },
  { name: 'edge-1', group: 'west', role: 'edge', cpu: 94 },
  { name: 'edge-2', group: 'west', role: 'edge', cpu: 33 },
  { name: 'edge-3', group: 'north', role: 'edge', cpu: 28 },
];
const STREAMS = 23;
const JOURNAL_STEP_MS = 3_000;
const JOURNAL_BEFORE_START = 300;
const HISTORY_POINTS = 30;

export class ForeignCluster {
  readonly #now: () => number;
  readonly #odd: boolean;
  readonly #start: number;

  constructor(now: () => number, types: Types) {
    this.#now = now;
    this.#odd = types === 'odd';
    this.#start = now();
  }

  number(value: number): number | string {
    return this.#odd ? String(value) : value;
  }
  /** Text where the document has a number, and a number where it has text. */
  id(value: number, documented: 'number' | 'text'): number | string {
    return (documented === 'number') === this.#odd ? String(value) : value;
  }
  flag(value: boolean): boolean | number {
    return this.#odd ? Number(value) : value;
  }
  #percent(value: number): number | string {
    return this.#odd ? `${value.toFixed(1)}%` : value;
  }
  /** Between 0.8 and 1.2, different for each `seed`. */
  #wave(seed: number): number {
    return 1 + 0.2 * Math.sin(this.#now() / 20_000 + seed);
  }

  /** `data.topology`. Limits and links are left out where a server does not need them. */
  topology(): object[] {
    return servers.map(({ name, group, role, cpu }, index) => ({
      applications: role === 'manager' ? [] : [this.#application(name, role, index)],
      serverStats: {
        memUsage: this.#percent(30 + index * 4),
        cpuUsage: this.#percent(cpu),
        outBandwidth: {
          usage: this.number(Math.round(4e7 * this.#wave(index))),
          cap: this.number(125_000_000),
        },
        inBandwidth: { usage: this.number(Math.round(3e6 * this.#wave(index))) },
      },
      groupName: group,
      serverName: name,
      ...(role === 'manager' ? { clusterManager: this.flag(true) } : {}),
    }));
  }

  #application(server: string, type: string, index: number): object {
    return {
      type,
      // Two servers run an application of the same name.
      name: type === 'edge' ? 'live' : `${type}-${server}`,
      id: this.id(100 + index, 'text'),
      viewers: { cap: this.number(2_000), count: this.number(Math.round(400 * this.#wave(index))) },
      streams: { count: this.number(STREAMS) },
      bandwidth: { outBandwidth: this.number(40_000_000), inBandwidth: this.number(3_000_000) },
      ...(type === 'edge' ? { upLinks: [{ name: 'ingest-1', via: { hops: [1, 2] } }, 'ingest-2', 7] } : {}),
    };
  }

  #history(value: (wave: number) => number): object {
    const data = Array.from({ length: HISTORY_POINTS }, (_, index) => ({
      value: this.number(Math.round(value(this.#wave(index / 4)))),
      timestamp: this.number(this.#now() - (HISTORY_POINTS - index) * 60_000),
    }));
    return { data, max: this.number(value(1.2)), current: this.number(Math.round(value(this.#wave(0)))) };
  }

  dashboard(): object {
    const viewers = Math.round(1_200 * this.#wave(5));
    const group = (value: number) => [{ name: 'west', value: this.number(value) }, { name: 'north' }];
    return {
      topology: this.topology(),
      viewerHealthSummary: { series: [500, 300, 200, 90, 40, 10].map((n) => this.number(n)), labels: grades },
      streamHealthSummary: { series: [9, 5, 4, 2, 2, 1].map((n) => this.number(n)), labels: grades },
      transcodeStats: { total: { value: this.number(7), limit: this.number(12) } },
      viewersStats: {
        total: { value: this.number(viewers) },
        groups: group(viewers),
        viewerCountHistory: this.#history((wave) => 1_200 * wave),
      },
      streamStats: { total: { value: this.number(STREAMS), limit: null } },
      outgoingTraffic: {
        total: { value: this.number(Math.round(1.2e8 * this.#wave(1))), limit: this.number(5e8) },
        outBandwidthHistory: this.#history((wave) => 1.2e8 * wave),
      },
      incomingTraffic: { total: { value: this.number(Math.round(9e6 * this.#wave(2))) } },
      appGroupStats: { edge: { total: this.number(3), groups: [{ name: 'west', limit: this.number(2) }] } },
    };
  }

  stream(index: number): object {
    const grade = index % grades.length;
    const age = (index + 1) * 600_000 + this.#now() - this.#start;
    return {
      healthGrade: grades[grade],
      healthScore: this.number([98, 90, 76, 51, 22, 0][grade] ?? 0),
      streamKey: `channel-${index}`,
      application: index % 2 === 0 ? 'origin-ingest-1' : 'origin-ingest-2',
      id: this.id(7_000 + index, 'text'),
      state: 'PUBLISHED',
      duration: this.number(age),
      startTime: this.number(this.#now() - age),
      viewerCount: this.number(Math.round(60 * this.#wave(index))),
      inBandwidth: this.number(grades[grade] === 'No Data' ? 0 : 400_000),
      inTotalBytes: this.number(Math.round(age * 400)),
      allowedToPublish: this.flag(true),
    };
  }

  streams(): object[] {
    return Array.from({ length: STREAMS }, (_, index) => this.stream(index));
  }

  applications(): object[] {
    return servers.flatMap(({ name, role }, index) =>
      role === 'manager'
        ? []
        : {
            clusterConnectionData: {
              latency: this.number(3 + index),
              connectionState: 'AUTHENTICATED',
              startDate: this.number(this.#start - 3_600_000),
            },
            clusterConnection: this.flag(true),
            viewerCount: this.number(Math.round(400 * this.#wave(index))),
            type: role.toUpperCase(),
            name: role === 'edge' ? 'live' : `${role}-${name}`,
            id: this.id(100 + index, 'text'),
          },
    );
  }

  viewer(id: number): object {
    return {
      applicationName: 'live',
      harnessType: 'GENERIC_DASH_VIEWER',
      healthScore: this.number(88),
      id: this.id(id, 'text'),
      outBandwidth: this.number(350_000),
      streamKey: `channel-${id % STREAMS}`,
    };
  }

  /** Oldest first. Two entries share each moment. */
  journal(): object[] {
    const count = JOURNAL_BEFORE_START + Math.floor((this.#now() - this.#start) / JOURNAL_STEP_MS);
    return Array.from({ length: count }, (_, index) => ({
      message: index % 5 === 0 ? 'Status Update: PUBLISHED' : `Segment ${index} written`,
      createDate: this.number(
        this.#start + (Math.floor(index / 2) * 2 - JOURNAL_BEFORE_START) * JOURNAL_STEP_MS,
      ),
      id: this.id(index + 1, 'number'),
      objectName: `Stream: channel-${index % STREAMS}`,
    }));
  }
}
