import { incidentsOf } from '../../src/triage/incidents/incident.ts';
import { nameOf, type Problem, viewersHit } from '../../src/triage/problem.ts';
import { namesCulprit, type Row } from '../triage-score/reading.ts';
import type { Style } from '../triage-score/third/cluster.ts';
import type { Effects } from '../triage-score/third/effects.ts';
import { thirdExtent } from '../triage-score/third/extent.ts';
import { otherWords } from '../triage-score/third/words.ts';
import type { Contradiction } from './consumers.ts';
import { type Had, hadBefore } from './had.ts';
import { againstBeginning, againstReport, againstRoot, type Joined } from './late.ts';
import { watchPlain } from './plain.ts';
import { between, relation, relationAgain, type Violation } from './relation.ts';
import {
  isWhole,
  levelOf,
  linesOf,
  momentsOf,
  saysTheSame,
  toldAt,
  type Watched,
  watchThird,
  withoutNames,
} from './watch.ts';

/** What nobody need explain of a loss: a part of it, or what an audience of this size does by itself. */
const UNEXPLAINED = 0.1;
const NOISE = 0.03;

relation('1 what is lost is explained', async (seed) => {
  const { world, told } = (await watchPlain(seed)).watched;
  for (const moment of momentsOf(world)) {
    const last = told.findLast((one) => one.t <= moment);
    if (!last) continue;
    const { t, rows, problems } = last;
    const lost = incidentsOf(problems).reduce((sum, { root }) => sum + (root.hit.viewers?.lost ?? 0), 0);
    const truth = world.truth ? thirdExtent(world, t)['viewers lost'] : 0;
    const all = world.without.at(t).viewers.reduce((a, b) => a + b, 0);
    if (Math.abs(truth - lost) <= Math.max(UNEXPLAINED * truth, NOISE * all)) continue;
    const [one, other] = [[`${truth} of ${all} lost`], [`${lost} lost`, ...linesOf(rows)]];
    return { why: 'the sum of the lost', t, one, other };
  }
  return undefined;
});

relation('1 the bill is what was lost', async (seed) => {
  const { world, told } = (await watchPlain(seed)).watched;
  const end = momentsOf(world)[1];
  const { t: at = 0, billed: said = 0 } = told.findLast(({ t }) => t <= end) ?? {};
  const seconds = Array.from({ length: at }, (_, t) => t + 1);
  const sum = (of: (t: number) => number) => seconds.reduce((all, t) => all + of(t) / 60, 0);
  const truth = sum((t) => (world.truth ? thirdExtent(world, t)['viewers lost'] : 0));
  const all = sum((t) => (t < world.happensAt ? 0 : world.without.at(t).viewers.reduce((a, b) => a + b, 0)));
  if (Math.abs(truth - said) <= Math.max(UNEXPLAINED * truth, NOISE * all)) return undefined;
  const minutes = (count: number) => `${Math.round(count)} viewer-minutes`;
  const other = [minutes(said), ...linesOf(toldAt({ world, told }, end))];
  return { why: 'the bill', t: at, one: [minutes(truth)], other };
});

relation('1 no row exceeds what its object had', async (seed) => {
  const { world, told } = (await watchPlain(seed)).watched;
  for (const { t, rows, problems } of told) {
    for (const problem of problems) {
      // The root says whom the whole incident hits.
      const { key: root } = problem;
      const own = problems.filter(({ incident, key }) => key === root || incident?.root === root);
      const names = own.flatMap((each) => [each.subject, ...each.names]);
      const had = hadBefore(world, { ...problem, names }, t);
      const why = isTooMuch(problem, had) ?? loserWithMore(problem, world, t);
      const one = [`${nameOf(problem.subject)}: ${had.viewers} viewers, ${had.streams} streams`];
      if (why) return { why, t, one, other: linesOf(rows) };
    }
  }
  return undefined;
});

function isTooMuch({ hit, kind }: Problem, had: Had): string | undefined {
  const { streams } = hit;
  const viewers = viewersHit(hit) ?? 0;
  if (viewers > 1.05 * had.viewers + 3) return `${kind}: ${viewers} viewers`;
  return (streams?.count ?? 0) > had.streams ? `${kind}: ${streams?.count} streams` : undefined;
}

/** A server or group that is said to have had more viewers before a loss than it ever had. */
function loserWithMore({ kind, facts }: Problem, world: Watched['world'], t: number): string | undefined {
  if (kind !== 'loss' || facts.of !== 'viewers' || (facts.by !== 'server' && facts.by !== 'group')) return;
  const { by: of, losers } = facts;
  const loser = losers.first.find(({ name, had }) => {
    const most = hadBefore(world, { subject: { kind: of, name }, names: [] }, t).served;
    return had > 1.1 * most + 3;
  });
  return loser && `${kind}: ${loser.name} had ${Math.round(loser.had)} viewers`;
}

relationAgain('throttled', '6 more harm is never less severe', async (seed) => {
  const { watched: one } = await watchPlain(seed);
  if (!one.world.truth) return undefined;
  const sized = (by: number) =>
    watchThird(seed, { plan: (plan) => ({ ...plan, effects: scaled(plan.effects, by) }) });
  const isLess = (rows: readonly Row[], fewer: readonly Row[]) => levelOf(rows) > levelOf(fewer);
  const half = isWhole ? lessIn(await sized(0.5), one, 'half of a fault, and the whole', isLess) : undefined;
  return half ?? lessIn(one, await sized(1.4), 'a fault, and a worse one', isLess);
});

relationAgain('gone', '6 ten times as many: who was found stays found', async (seed) => {
  const { watched: one } = await watchPlain(seed);
  const { truth } = one.world;
  if (!truth) return undefined;
  const isFound = (rows: readonly Row[]) => rows.some((row) => namesCulprit(row, truth));
  const other = await watchThird(seed, { times: 10 });
  const isLost = (rows: readonly Row[], fewer: readonly Row[]) => isFound(rows) && !isFound(fewer);
  return lessIn(one, other, 'counts, and ten times as many', isLost);
});

function lessIn(
  one: Watched,
  other: Watched,
  why: string,
  isLess: (rows: readonly Row[], fewer: readonly Row[]) => boolean,
): Violation | undefined {
  const t = momentsOf(one.world).find((at) => isLess(toldAt(one, at), toldAt(other, at)));
  return t === undefined ? undefined : between(why, t, toldAt(one, t), toldAt(other, t));
}

/** Each effect that has a size is larger or smaller, and fewer or more viewers come back elsewhere. */
function scaled(e: Effects, by: number): Effects {
  const from = (usual: number, now: number) => Math.max(0, usual + by * (now - usual));
  const { route, delivers, transcodes, bitrate, sick, appSick, crowd, crowdAt, cpu, mem } = e;
  return {
    ...e,
    ...(route && { route: (app, t) => from(1, route(app, t)) }),
    ...(delivers && { delivers: (app, t) => from(1, delivers(app, t)) }),
    ...(transcodes && { transcodes: (app, t) => from(1, transcodes(app, t)) }),
    ...(bitrate && { bitrate: (s, t) => from(1, bitrate(s, t)) }),
    ...(sick && { sick: (s, t) => from(0, sick(s, t)) }),
    ...(appSick && { appSick: (app, t) => from(0, appSick(app, t)) }),
    ...(crowd && { crowd: (s, t) => from(1, crowd(s, t)) }),
    ...(crowdAt && { crowdAt: (s, app, t) => from(1, crowdAt(s, app, t)) }),
    ...(cpu && { cpu: (server, t) => from(0, cpu(server, t)) }),
    ...(mem && { mem: (server, t) => from(0, mem(server, t)) }),
    ...(e.returns !== undefined &&
      !e.returnTo && { returns: Math.min(1, Math.max(0, 1 - by * (1 - e.returns))) }),
  };
}

const contradicts = (kind: Contradiction) => async (seed: number) =>
  (await watchPlain(seed)).contradictions.get(kind);

relation('2 all say the same level', contradicts('level'));
relation('2 the signal path is not fine beside a problem', contradicts('path'));
relation('2 one incident has one number', contradicts('number'));
relation('2 a check without a history is not fine', contradicts('check'));

const joinedLate = (violationOf: (joined: Joined) => Violation | undefined) => async (seed: number) => {
  const { joined } = await watchPlain(seed);
  if (!joined) throw new Error(`nobody joined world ${seed}`);
  return violationOf(joined);
};

relation('2 the report leads with the worst, and counts the same loss', joinedLate(againstReport));
relation('7 joined late: the same root and harm', joinedLate(againstRoot));
relation('7 joined late: the same beginning', joinedLate(againstBeginning));

const bare = new Map<number, Promise<Watched>>();

/** The world of a seed with nobody else who asks it: numbers are compared to the last viewer. */
function watchBare(seed: number): Promise<Watched> {
  const known = bare.get(seed) ?? watchThird(seed);
  bare.set(seed, known);
  return known;
}

relationAgain('refused', '4 names do not matter', async (seed) => {
  const one = await watchBare(seed);
  const other = await watchThird(seed, { words: otherWords });
  for (const t of momentsOf(one.world)) {
    const [a, b] = [one, other].map((each) => withoutNames(toldAt(each, t), each.world.cluster));
    if (JSON.stringify(a) !== JSON.stringify(b))
      return { why: 'other names', t, one: a ?? [], other: b ?? [] };
  }
  return undefined;
});

relationAgain('refused', '5 order and paging do not matter', async (seed) => {
  const alone = await watchBare(seed);
  const other = await watchThird(seed, { style: (style) => ({ ...style, order: seed }) });
  const t = momentsOf(alone.world).find((at) => !saysTheSame(toldAt(alone, at), toldAt(other, at)));
  if (t !== undefined) return between('another order', t, toldAt(alone, t), toldAt(other, t));
  const { watched: one, swept } = await watchPlain(seed);
  const resized = (style: Style): Style => ({ ...style, mostRows: style.mostRows === 100 ? 500 : 100 });
  const small = await watchThird(seed, { until: swept, style: resized });
  const [a, b] = [one, small].map((each) => toldAt(each, swept));
  return a && b && !saysTheSame(a, b) ? between('another page size', swept, a, b) : undefined;
});
