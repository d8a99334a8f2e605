import type { Cluster, Server } from './cluster.ts';
import { audienceOf, type Course, type Frame } from './course.ts';
import { inOrder } from './draws.ts';
import type { Effects } from './effects.ts';

/** The answers of dashboard and topology. */

const HISTORY_POINTS = 60;

export class Figures {
  readonly #cluster: Cluster;
  readonly #effects: Effects;
  readonly #course: Course;
  readonly #past = new Map<number, number>();

  constructor(cluster: Cluster, effects: Effects, course: Course) {
    this.#cluster = cluster;
    this.#effects = effects;
    this.#course = course;
  }

  topology(t: number): object[] {
    const frame = this.#course.at(t);
    const { servers, apps, limits, style } = this.#cluster;
    return inOrder(style.order, servers, ({ name }) => name).flatMap((server) => {
      if (!frame.isUp[server.index]) return [];
      const all = apps.filter((app) => app.server === server.index);
      const own = inOrder(style.order, all, ({ name }) => name);
      const sum = (list: Float64Array) =>
        own.reduce((all, { index }) => all + Math.round(list[index] ?? 0), 0);
      return {
        serverName: this.#effects.nameOf?.(server.index, t) ?? server.name,
        hostName: server.host,
        groupName: server.group,
        clusterManager: server.isManager,
        serverStats: {
          cpuUsage: tenths(frame.cpu[server.index]),
          memUsage: tenths(frame.mem[server.index]),
          inBandwidth: { usage: sum(frame.appIn), cap: limits.outgoing },
          outBandwidth: { usage: sum(frame.appOut), cap: server.outCap },
        },
        applications: own.map(({ index, id, name, role, viewersCap }) => ({
          id,
          name,
          type: role,
          streams: { count: frame.appStreams[index], cap: null },
          viewers: { count: frame.appViewers[index], cap: viewersCap },
          bandwidth: {
            inBandwidth: Math.round(frame.appIn[index] ?? 0),
            outBandwidth: Math.round(frame.appOut[index] ?? 0),
          },
          upLinks: role === 'origin' ? [] : this.#namesOf('origin', frame),
          downLinks: role === 'edge' ? [] : this.#namesOf('edge', frame),
        })),
      };
    });
  }

  #namesOf(role: string, frame: Frame): string[] {
    const { servers, apps, style } = this.#cluster;
    const linked = inOrder(style.order, servers, ({ name }) => name).filter(
      ({ index }) => frame.isUp[index] && apps.some((app) => app.server === index && app.role === role),
    );
    return linked.map(({ index, name }) => this.#effects.nameOf?.(index, frame.t) ?? name);
  }

  dashboard(t: number): object {
    const { apps, servers, limits, serving } = this.#cluster;
    const of = this.#effects.totalsOf?.(t) ?? t;
    const by = this.#effects.totalsBy?.(t) ?? 1;
    const frame = this.#course.at(of);
    const isUp = (app: number) => frame.isUp[apps[app]?.server ?? -1] === true;
    const all = apps.map(({ index }) => index);
    const sources = all.filter((app) => apps[app]?.role === 'origin');
    const coders = all.filter((app) => apps[app]?.role === 'transcode');
    const tasks = this.#tasks(frame);
    const grouped = (members: readonly number[], value: (app: number) => number) => {
      const groups = this.#groupsOf(members, frame).map((name) => ({
        name,
        value: members
          .filter((app) => servers[apps[app]?.server ?? -1]?.group === name && isUp(app))
          .reduce((sum, app) => sum + value(app), 0),
        limit: null,
      }));
      return { groups, total: groups.reduce((sum, one) => sum + one.value, 0) };
    };
    const viewers = grouped(serving, (app) => frame.appViewers[app] ?? 0);
    const streams = grouped(sources, (app) => frame.appStreams[app] ?? 0);
    const incoming = grouped(all, (app) => Math.round(frame.appIn[app] ?? 0));
    const outgoing = grouped(all, (app) => Math.round(frame.appOut[app] ?? 0));
    const transcoding = grouped(coders, (app) => tasks[app] ?? 0);
    const history = (now: number, value: (frame: Frame) => number, past: (t: number) => number) =>
      this.#history(of, { now, value, past });
    const start = this.#course.at(0);
    const scaled = (value: (frame: Frame) => number) => (at: number) =>
      Math.round((value(start) * this.#audience(at)) / this.#audience(0));
    return {
      appGroupStats: {
        origin: this.#appGroups(sources, isUp),
        edge: this.#appGroups(
          all.filter((app) => apps[app]?.role === 'edge'),
          isUp,
        ),
        transcode: this.#appGroups(coders, isUp),
        feed: { total: 0, groups: [] },
        sink: { total: 0, groups: [] },
      },
      viewersStats: {
        total: { value: Math.round(by * viewers.total), limit: limits.viewers },
        groups: viewers.groups,
        viewerCountHistory: history(
          Math.round(by * viewers.total),
          ({ appViewers }) => sumOf(appViewers),
          (at) => Math.round(this.#audience(at)),
        ),
      },
      streamStats: {
        total: { value: streams.total, limit: null },
        groups: streams.groups,
        streamCountHistory: history(streams.total, publishedIn, (at) => this.#published(at)),
      },
      incomingTraffic: {
        total: { value: incoming.total, limit: null },
        totalBytes: sumOf(frame.totalIn),
        groups: incoming.groups,
        inBandwidthHistory: history(
          incoming.total,
          ({ appIn }) => sumOf(appIn),
          (at) => Math.round((sumOf(start.appIn) * this.#published(at)) / this.#published(0)),
        ),
      },
      outgoingTraffic: {
        total: { value: Math.round(by * outgoing.total), limit: limits.outgoing },
        totalBytes: sumOf(frame.totalOut),
        groups: outgoing.groups,
        outBandwidthHistory: history(
          Math.round(by * outgoing.total),
          ({ appOut }) => sumOf(appOut),
          scaled(({ appOut }) => sumOf(appOut)),
        ),
      },
      transcodeStats: {
        total: { value: transcoding.total, limit: limits.tasks },
        streams: { total: streams.total, transcoded: frame.isTranscoded.filter(Boolean).length },
        groups: transcoding.groups,
      },
      ...this.#health(frame),
      topology: this.topology(t),
    };
  }

  #groupsOf(members: readonly number[], frame: Frame): readonly string[] {
    const { servers, apps, groups, style } = this.#cluster;
    const isThere = ({ index, group }: Server, name: string) =>
      group === name &&
      members.some((app) => apps[app]?.server === index) &&
      (!style.dropsDeadGroups || frame.isUp[index] === true);
    const named = inOrder(style.order, groups, (name) => name);
    return named.filter((name) => servers.some((server) => isThere(server, name)));
  }

  #appGroups(members: readonly number[], isUp: (app: number) => boolean): object {
    const { servers, apps, groups } = this.#cluster;
    const inside = (name: string) =>
      members.filter((app) => servers[apps[app]?.server ?? -1]?.group === name).length;
    return {
      total: members.filter(isUp).length,
      groups: groups.flatMap((name) => (inside(name) > 0 ? { name, limit: inside(name) } : [])),
    };
  }

  #tasks({ isTranscoded }: Frame): readonly number[] {
    const tasks = this.#cluster.apps.map(() => 0);
    for (const { index, coder, renditions } of this.#cluster.streams) {
      if (coder !== undefined && isTranscoded[index]) tasks[coder] = (tasks[coder] ?? 0) + renditions.length;
    }
    return tasks;
  }

  #health({ score, publishes, cells, servingSick, ladderSick }: Frame): object {
    const { style, serving } = this.#cluster;
    const labels = [...style.grades.map(({ label }) => label), 'No Data'];
    const [streams, viewers] = [labels.map(() => 0), labels.map(() => 0)];
    const count = (series: number[], points: number, by: number) => {
      const at = labels.indexOf(gradeOf(this.#cluster, points));
      series[at] = (series[at] ?? 0) + by;
    };
    score.forEach((points, s) => {
      if (publishes[s] !== 'no') count(streams, points, 1);
      for (let k = 0; k < serving.length; k++) {
        const here = cells[s * serving.length + k] ?? 0;
        const lost = (servingSick[k] ?? 0) + (ladderSick[s] ?? 0);
        if (here > 0) count(viewers, points === 0 ? 0 : Math.max(1, points - lost), here);
      }
    });
    return {
      streamHealthSummary: { labels, series: streams },
      viewerHealthSummary: { labels, series: viewers },
    };
  }

  #audience(t: number): number {
    const known = this.#past.get(t);
    if (known !== undefined) return known;
    const sum = this.#cluster.streams.reduce(
      (all, { index, from, until }) =>
        t >= from && t < until ? all + audienceOf(this.#cluster, index, t) : all,
      0,
    );
    this.#past.set(t, sum);
    return sum;
  }

  #published(t: number): number {
    return this.#cluster.streams.filter(({ from, until }) => t >= from && t < until).length;
  }

  /** Points of the last hour, or half of it; those before the first look are computed without a course. */
  #history(
    t: number,
    of: { now: number; value: (frame: Frame) => number; past: (t: number) => number },
  ): object {
    const { style, startAt } = this.#cluster;
    const step = style.historyStep;
    const last = Math.floor(t / step) * step;
    const data = Array.from({ length: HISTORY_POINTS }, (_, n) => {
      const at = last - (HISTORY_POINTS - 1 - n) * step;
      return {
        timestamp: startAt + 1_000 * at,
        value: at < 0 ? of.past(at) : Math.round(of.value(this.#course.at(at))),
      };
    });
    const values = [...data.map(({ value }) => value), of.now];
    return {
      current: of.now,
      average: Math.round(values.reduce((a, b) => a + b, 0) / values.length),
      max: Math.max(...values),
      data,
    };
  }
}

const publishedIn = ({ publishes }: Frame): number => publishes.filter((one) => one !== 'no').length;

const sumOf = (list: Iterable<number>): number => Math.round([...list].reduce((a, b) => a + b, 0));

const tenths = (value = 0): number => Math.round(10 * value) / 10;

export function gradeOf({ style }: Cluster, score: number): string {
  if (score <= 0) return 'No Data';
  return style.grades.find(({ from }) => Math.round(score) >= from)?.label ?? 'No Data';
}
