import { createAlertMaker } from '../../src/alerts/incident-alert.ts';
import { sleep } from '../../src/base/clock.ts';
import { checkCluster } from '../../src/cli/check/cluster.ts';
import { checkLimits } from '../../src/cli/check/thresholds.ts';
import { mcpTools } from '../../src/cli/mcp/tools.ts';
import type { SnapshotJson } from '../../src/cli/snapshot/schema.ts';
import { incidentsOf } from '../../src/triage/incidents/incident.ts';
import { viewersHit } from '../../src/triage/problem.ts';
import { fleetRows } from '../../src/views/fleet/member.ts';
import { type PathStage, signalPath } from '../../src/views/overview/signal-path.ts';
import { severityShown, worstProblem } from '../../src/views/problems/problems.ts';
import { problemRows } from '../../src/views/problems/rows.ts';
import type { Violation } from './relation.ts';
import { EVERY_S, type Moment } from './watch.ts';

/** What every consumer says at a moment, by its name. */
type Claims = Readonly<Record<string, string | number | undefined>>;

export type Contradiction = 'level' | 'path' | 'number' | 'check';

/** What the consumers say of a world: at each moment, and with `check` and an assistant once the fault has settled. */
export function watchConsumers(settled: number) {
  const found = new Map<Contradiction, Violation>();
  let asked: Promise<void> | undefined;
  const add = (kind: Contradiction, { t, triage, cluster }: Moment, claims: Claims) => {
    const words = Object.entries(claims).map(([who, said]) => `${who}: ${said}`);
    const told = incidentsOf(triage.problems).map(
      ({ root, severity }) => `${severity} ${root.key}, ${root.parts.join()}`,
    );
    if (!found.has(kind))
      found.set(kind, { why: `consumers of ${cluster.name}`, t, one: told, other: words });
  };
  const askOnce = async (moment: Moment) => {
    const { screen } = levelsSaid(moment);
    const mcp = await assistantSays(moment);
    const watched = await checkSays(moment, true);
    const last = { screen, mcp, 'check with a history': watched };
    if (isContrary(last)) add('level', moment, last);
    const alone = await checkSays(moment, false);
    if (screen === 'critical' && alone === 'ok') add('check', moment, { screen, check: alone });
  };
  return {
    see(moment: Moment): void {
      if (asked) return;
      const levels = levelsSaid(moment);
      if (isContrary(levels)) add('level', moment, levels);
      const numbers = numbersSaid(moment);
      if (new Set(Object.values(numbers)).size > 1) add('number', moment, numbers);
      for (const stage of fineBeside(moment)) add('path', moment, { 'signal path': stage });
      const left = settled - moment.t;
      if (left < EVERY_S) asked = sleep(moment.live.clock, 1_000 * left).then(() => askOnce(moment));
    },
    /** The first contradiction of each kind. */
    async atEnd({ live }: Moment): Promise<ReadonlyMap<Contradiction, Violation>> {
      if (asked) await live.until(asked);
      return found;
    },
  };
}

const calm = ['info', 'ok', 'waiting'];
const orOk = (level: string | undefined) => (level === undefined || calm.includes(level) ? 'ok' : level);

/** Who does not know contradicts nobody. */
const isContrary = (levels: Readonly<Record<string, string>>) =>
  new Set(Object.values(levels).filter((level) => level !== 'unknown')).size > 1;

/** What the banner says, the row of the fleet, and record and exporter about the worst incident. */
function levelsSaid({
  triage,
  cluster,
  live,
}: Moment): Record<'screen' | 'fleet' | 'record and exporter', string> {
  const worst = worstProblem(triage.problems);
  const { name, url } = cluster;
  const member = { name, state: cluster, triage, production: false, readOnly: true, paused: undefined };
  const [row] = fleetRows([member], live.clock.now());
  const watched = { name, url, profile: undefined, runbook: undefined };
  const [alert] = createAlertMaker(watched)(triage.problems, cluster);
  return {
    screen: orOk(worst && severityShown(worst)),
    fleet: orOk(row?.verdict),
    'record and exporter': orOk(alert?.severity),
  };
}

/** How many viewers the worst incident hits: in the list, in an alert, in the fleet, and for the exporter. */
function numbersSaid({ triage }: Moment): Claims {
  const [incident] = incidentsOf(triage.problems);
  const [row] = problemRows(triage.problems, [], true);
  const worst = worstProblem(triage.problems);
  return {
    list: viewersHit(row?.hit) ?? 0,
    alert: viewersHit(incident?.root.hit) ?? 0,
    'fleet and exporter': viewersHit(worst?.hit) ?? 0,
  };
}

const stagesOf: Readonly<Record<string, readonly string[]>> = {
  ingest: ['PUBLISHERS', 'ORIGIN'],
  transcode: ['TRANSCODE'],
  delivery: ['EDGE', 'VIEWERS'],
};

/** Stages that say that all is fine while a problem is of that part, or beside a load at its limit. */
function fineBeside({ triage, cluster, live }: Moment): readonly string[] {
  const display = { units: 'bits', times: 'relative', lowBandwidth: false } as const;
  const path = signalPath({ state: cluster, triage, now: live.clock.now(), display });
  const isFine = ({ notes }: PathStage) => notes[0]?.some(({ text }) => text === 'all fine') === true;
  const isFull = ({ figures, heatTone }: PathStage) =>
    heatTone === 'crit' || figures[0]?.some(({ tone }) => tone === 'crit') === true;
  const parts = new Set(triage.problems.flatMap((one) => (one.severity === 'info' ? [] : one.parts)));
  const hidden = [...parts].flatMap((part) => {
    const own = path.filter(({ title }) => stagesOf[part]?.some((name) => title.includes(name)));
    return own.length > 0 && own.every(isFine) ? [`all fine beside a problem of ${part}`] : [];
  });
  return [
    ...hidden,
    ...path.filter((one) => isFine(one) && isFull(one)).map(({ title }) => `${title}: all fine, and full`),
  ];
}

async function assistantSays({ triage, cluster, live }: Moment): Promise<string> {
  const at = live.clock.now();
  const moment = async () => ({ at, state: cluster, triage });
  const never = { history: undefined, users: async () => [], close: async () => {} };
  const source = { kind: 'live' as const, cluster: cluster.name, moment, ...never };
  const { data } = await mcpTools.snapshot.run(source, { fields: 'problems', limit: 100 }, at);
  const { problems } = data as Pick<SnapshotJson, 'problems'>;
  const severities = problems.map(({ severity }) => severity);
  return ['critical', 'warning'].find((level) => severities.some((one) => one === level)) ?? 'ok';
}

async function checkSays({ triage, cluster, live }: Moment, isWatched: boolean): Promise<string> {
  const target = { name: cluster.name, url: cluster.url, journalPatterns: [] };
  const watched = isWatched ? { problems: triage.problems, knowsNormal: true } : undefined;
  const verdict = await checkCluster(live.connection, target, live.clock, {
    ...checkLimits({}),
    polls: 2,
    intervalMs: 2_000,
    timeoutMs: 60_000,
    watched,
  });
  return orOk(verdict.status.toLowerCase());
}
