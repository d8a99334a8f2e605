import { add, cell } from './column.ts';
import type { Layout } from './layout.ts';
import type { HistoryPoint } from './ledger.ts';
import { gradeOf, gradeWords, NO_DATA } from './score.ts';
import { cap, topologyOf } from './servers.ts';
import type { World } from './world.ts';

/** The dashboard (A11). */
export function dashboardOf(world: World): Record<string, unknown> {
  const { model, ledger } = world;
  const { layout } = model;
  const frame = world.frame();
  const all = layout.apps.map((_, app) => app);
  // The counters of a missing server are removed in the same response that no longer lists it.
  const present = all.filter((app) => frame.appAlive[app] === 1);
  const totalBytes = (of: (app: number, ms: number) => number) =>
    present.reduce((sum, app) => sum + of(app, frame.ms), 0);
  const groups = (column: Float64Array, caps: Float64Array, apps: readonly number[]) =>
    layout.groups.map((name, group) => {
      const members = apps.filter((app) => layout.apps[app]?.group === group);
      return { name, value: sumOf(column, members), limit: cap(sumOf(caps, members)) };
    });
  const sums = {
    viewers: groups(frame.appViewers, model.viewerCap, layout.byRole.edge),
    streams: groups(frame.appStreams, model.streamCap, layout.byRole.origin),
    in: groups(frame.appIn, model.inCap, all),
    out: groups(frame.appOut, model.outCap, all),
  };
  return {
    appGroupStats: appGroups(world, layout),
    viewersStats: {
      total: { value: frame.totalViewers, limit: limitOf(sums.viewers) },
      groups: sums.viewers,
      viewerCountHistory: history(world, frame.totalViewers, (p) => p.viewers),
    },
    streamStats: {
      total: { value: frame.presentCount, limit: cap(model.streamLimit) },
      groups: sums.streams,
      streamCountHistory: history(world, frame.presentCount, (p) => p.streams),
    },
    incomingTraffic: {
      total: { value: frame.totalIn, limit: limitOf(sums.in) },
      totalBytes: totalBytes((app, ms) => ledger.inTotal(app, ms)),
      groups: sums.in,
      inBandwidthHistory: history(world, frame.totalIn, (p) => p.inBandwidth),
    },
    outgoingTraffic: {
      total: { value: frame.totalOut, limit: lesser(limitOf(sums.out), cap(frame.outLimit)) },
      totalBytes: totalBytes((app, ms) => ledger.outTotal(app, ms)),
      groups: sums.out,
      outBandwidthHistory: history(world, frame.totalOut, (p) => p.outBandwidth),
    },
    transcodeStats: transcoding(world),
    streamHealthSummary: { labels: [...gradeWords], series: Array.from(frame.grades) },
    viewerHealthSummary: { labels: [...gradeWords], series: viewerGrades(world) },
    topology: topologyOf(world),
  };
}

function sumOf(column: Float64Array, apps: readonly number[]): number {
  return apps.reduce((sum, app) => sum + cell(column, app), 0);
}

function limitOf(groups: readonly { limit: number | null }[]): number | null {
  return groups.reduce<number | null>(
    (sum, g) => (sum === null || g.limit === null ? null : sum + g.limit),
    0,
  );
}

function lesser(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** Number of applications of each kind, and the required number for each group. */
function appGroups(world: World, layout: Layout): Record<string, unknown> {
  const frame = world.frame();
  const kind = (apps: readonly number[]) => ({
    total: apps.filter((app) => frame.appAlive[app] === 1).length,
    groups: layout.groups
      .map((name, group) => ({ name, limit: apps.filter((app) => layout.apps[app]?.group === group).length }))
      .filter((group) => group.limit > 0),
  });
  const { origin, edge, transcode } = layout.byRole;
  return {
    origin: kind(origin),
    edge: kind(edge),
    transcode: kind(transcode),
    feed: kind([]),
    sink: kind([]),
  };
}

function history(world: World, current: number, of: (point: HistoryPoint) => number) {
  const data = world.ledger.points.map((point) => ({ timestamp: world.unix(point.ms), value: of(point) }));
  const values = data.map((point) => point.value);
  return {
    current,
    average: Math.round(values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length)),
    max: values.reduce((most, v) => Math.max(most, v), current),
    data,
  };
}

function transcoding(world: World): Record<string, unknown> {
  const { layout, taskLimit } = world.model;
  const frame = world.frame();
  const each = taskLimit();
  const limit = (servers: number) => (each === null ? null : each * servers);
  const alive = layout.byRole.transcode.filter((app) => frame.appAlive[app] === 1);
  return {
    total: { value: sumOf(frame.appTasks, alive), limit: limit(alive.length) },
    streams: { total: frame.presentCount, transcoded: frame.transcoded },
    groups: layout.groups.flatMap((name, group) => {
      const members = alive.filter((app) => layout.apps[app]?.group === group);
      if (members.length === 0) return [];
      return [{ name, value: sumOf(frame.appTasks, members), limit: limit(members.length) }];
    }),
  };
}

/** Viewers by grade: the score of their stream minus the loss at their edge; some never report. */
function viewerGrades(world: World): number[] {
  const frame = world.frame();
  const counts = new Float64Array(gradeWords.length);
  for (const edge of world.model.layout.byRole.edge) {
    let graded = 0;
    for (let ten = 0; ten < 10; ten++) {
      const viewers = cell(frame.appScores, edge * 10 + ten);
      const silent = Math.floor(viewers / 40);
      const unlucky = Math.floor((viewers - silent) / 12);
      const score = ten * 10 + 5 - cell(frame.appPenalty, edge);
      const grade = gradeOf(Math.max(0, score));
      const worse = Math.min(2, grade + 1);
      add(counts, NO_DATA, silent);
      add(counts, worse, unlucky);
      add(counts, grade, viewers - silent - unlucky);
      graded += viewers;
    }
    add(counts, NO_DATA, cell(frame.appViewers, edge) - graded);
  }
  return [...counts];
}
