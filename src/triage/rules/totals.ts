import { MINUTE_MS } from '../../base/durations.ts';
import { listedCounts, listedStreams } from '../../cluster/copies.ts';
import { sumKnown } from '../../cluster/figures.ts';
import type { JournalState } from '../../cluster/journal/log.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import {
  type LimitedMeasure,
  limitedLoad,
  limitedMeasures,
  limitedMembers,
} from '../../protocol/dashboard.ts';
import type { Stream } from '../../protocol/stream.ts';
import { applicationsLeftOut, countIn, leftOut } from '../coverage/readings.ts';
import { measured } from '../measure.ts';
import { remembered } from '../remembered.ts';
import { byFigure, type Context, type Finding, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { hasBadHealth, isBadGrade } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';

/** Smaller differences come from the time between two polls. */
const MIN_TOTAL = 10;

interface Witness {
  readonly of: LimitedMeasure | 'bad streams';
  readonly by: 'list' | 'groups' | 'servers';
  readonly listed: number | undefined;
  readonly counted: number | null | undefined;
  /** The difference is a share of this, if not of the larger total. */
  readonly whole?: number | undefined;
}

/**
 * Does a second witness agree with each total of the dashboard? The lists may cover only the server that answers;
 * castwatch reports that instead of hiding it.
 */
export const totals: Rule = {
  name: 'totals',
  inputs: [
    ...limitedMeasures,
    'groups',
    'application load',
    'stream list',
    'stream viewers',
    'stream health',
    'stream grades',
    'journal',
  ],
  timing: (t) => ({ after: t.totalsFor, clearAfter: t.totalsFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    // While servers come and go, the pages of a list are of other moments than the total.
    const lists = facts.outages.incidents.length === 0 ? listWitnesses(facts.state, context.thresholds) : [];
    const found = [...witnesses(facts.state), ...lists].flatMap((one) => judgeWitness(one, facts, context));
    // One row a total: the witness that agreed before, then the one that is furthest from it.
    const isNew = ({ severity }: Finding) => severity === 'warning';
    const apart = [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) =>
      same.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)) || byFigure(a, b)).slice(0, 1),
    );
    // Totals that cease to agree do so for one reason: the first says it.
    const first = apart.find(isNew);
    const rows = apart.map((one) =>
      first && isNew(one) && one !== first ? { ...one, within: [first.key] } : one,
    );
    return [...rows, ...standingDashboard(facts.standing), ...silentJournal(facts)];
  },
};

const base = (key: string, name = 'dashboard') =>
  ({ key, severity: 'info', subject: { kind: 'resource', name }, kind: 'totals' }) as const;

function standingDashboard(standing: RuleInput['standing']): readonly Finding[] {
  if (standing === undefined) return [];
  const { part, since } = standing;
  // While the totals stand, nobody sees whether all is well.
  const severity = part === 'figures' ? 'warning' : 'info';
  return [{ ...base(`totals:${part}`), severity, facts: { standing: part }, since }];
}

/** A journal is silent after this many of its longest pauses, and of its mean ones, and after this time, ms. */
const LONGEST_PAUSES = 3;
const MEAN_PAUSES = 20;
const LEAST_SILENCE_MS = 60_000;
/** The pauses of so long before the silence are known, ms; most of that time must be. */
const PAUSES_OF_MS = 15 * MINUTE_MS;
const KNOWN_SHARE = 0.6;

/** Lines that nobody writes any more: what fails from then on is not told. */
function silentJournal({ state }: RuleInput): readonly Finding[] {
  const { items } = state.journal;
  const readAt = state.journalResource.updatedAt;
  const newest = items.at(-1);
  if (readAt === undefined || newest?.kind !== 'entry') return [];
  const skew = state.clockSkew ?? 0;
  const pause = readAt + skew - newest.entry.createDate;
  if (pause < LEAST_SILENCE_MS) return [];
  const { longest, known, lines } = pausesBefore(items);
  const isUsual = pause < Math.max(LONGEST_PAUSES * longest, (MEAN_PAUSES * known) / lines);
  if (isUsual || known < KNOWN_SHARE * PAUSES_OF_MS) return [];
  const facts = { standing: 'journal', longest } as const;
  return [{ ...base('totals:journal', 'journal'), severity: 'warning', facts, since: readAt - pause }];
}

/** The longest pause between lines before the newest one, for how long they are known, ms, and how many they are. */
function pausesBefore(items: JournalState['items']) {
  let [longest, known, lines] = [0, 0, 1];
  let after: number | undefined;
  for (let index = items.length - 1; index >= 0 && known < PAUSES_OF_MS; index--) {
    const item = items[index];
    if (item?.kind !== 'entry') break;
    const { createDate } = item.entry;
    const passed = Math.max(0, (after ?? createDate) - createDate);
    [longest, known, lines, after] = [Math.max(longest, passed), known + passed, lines + 1, createDate];
  }
  return { longest, known, lines };
}

function witnesses(state: ClusterState): readonly Witness[] {
  const dashboard = state.dashboard.value;
  const totalOf = (measure: LimitedMeasure) => limitedLoad(dashboard, measure)?.total?.value;
  return [
    ...limitedMeasures.map((of): Witness => {
      const groups = limitedLoad(dashboard, of)?.groups ?? [];
      const lost = leftOut(state.dashboard.unreadable, `data.${limitedMembers[of]}.groups.*`);
      const isWhole = lost === 0 && groups.every(({ value }) => value != null);
      const listed = isWhole ? sumKnown(groups.map(({ value }) => value)) : undefined;
      return { of, by: 'groups', listed, counted: totalOf(of) };
    }),
    {
      of: 'viewers',
      by: 'servers',
      listed:
        applicationsLeftOut(state) === 0 ? viewersServed(state.servers, totalOf('viewers') ?? 0) : undefined,
      counted: totalOf('viewers'),
    },
  ];
}

const FEEDING: ReadonlySet<string> = new Set(['origin', 'transcode']);
const DELIVERING: ReadonlySet<string> = new Set(['edge', 'mono']);

/**
 * Viewers at the applications that deliver, or at all if that is nearer to the total: an origin may deliver, too, or count those
 * of its edges. Undefined if a server that is there does not tell.
 */
function viewersServed(servers: readonly ServerRecord[], total: number): number | undefined {
  const applications = servers
    .filter(({ misses }) => misses === 0)
    .flatMap(({ server }) => server.applications ?? [undefined]);
  const { feeding, delivering, untold } = Object.groupBy(applications, (application) => {
    const type = application?.type?.toLowerCase() ?? '';
    if (FEEDING.has(type)) return 'feeding';
    return DELIVERING.has(type) && application?.viewers?.count != null ? 'delivering' : 'untold';
  });
  const viewersAt = (own: typeof applications = []) => sumKnown(own.map((one) => one?.viewers?.count));
  const [fed = 0, delivered] = [viewersAt(feeding), viewersAt(delivering)];
  if (untold || delivered === undefined) return undefined;
  return Math.abs(delivered + fed - total) < Math.abs(delivered - total) ? delivered + fed : delivered;
}

/** Most lists are read within this time, ms. */
const READ_WITHIN_MS = 2 * MINUTE_MS;

type Listed = ReadonlyMap<string, Stream>;
const viewersListed = remembered((streams: Listed) =>
  sumKnown([...streams.values()].map(({ viewerCount }) => viewerCount)),
);
const badListed = remembered(
  (streams: Listed, least: number) => [...streams.values()].filter((one) => hasBadHealth(one, least)).length,
);

function listWitnesses(state: ClusterState, thresholds: Thresholds): readonly Witness[] {
  const { value: sweep, error } = state.streamSweep;
  const { streamHealthSummary: grades } = state.dashboard.value ?? {};
  const listed = listedCounts(state)?.streams;
  // What changed while the list was read, or since, is no difference.
  const countedThen = (of: LimitedMeasure, sum = 0) => {
    const at = sweep?.completedAt ?? 0;
    const values = state.history
      .points(`total/${of}`, at - READ_WITHIN_MS, at)
      .flatMap(({ value }) => value ?? []);
    if (values.length === 0) return limitedLoad(state.dashboard.value, of)?.total?.value;
    return Math.min(Math.max(sum, Math.min(...values)), Math.max(...values));
  };
  const counted = countedThen('streams', listed);
  // What was not read may be copies.
  if (!sweep || listed === undefined || (sweep.truncated && listed > (counted ?? 0))) return [];
  const total: Witness = { of: 'streams', by: 'list', listed, counted };
  const isShort = counted != null && listed < counted - Math.max(MIN_TOTAL, counted / 10);
  // The parts of a list that is not whole say nothing of the whole.
  if (sweep.truncated || error || isShort) return [total];
  const { streams } = listedStreams(state);
  const watching = viewersListed(streams);
  return [
    total,
    { of: 'viewers', by: 'list', listed: watching, counted: countedThen('viewers', watching) },
    {
      of: 'bad streams',
      by: 'list',
      listed: badListed(streams, thresholds.healthBad),
      counted: grades?.labels.length ? countIn(grades, isBadGrade) : undefined,
      whole: streams.size,
    },
  ];
}

/** So long ago both must have agreed where a difference is new, and not how the cluster counts, ms. */
const AGREED_BEFORE_MS = 5 * MINUTE_MS;
const AGREED_SHARE = 0.05;

/** Whether a total and the sum of its groups or servers were about the same then. */
function agreed(
  { of, by }: Pick<Witness, 'of' | 'by'>,
  { history, servers, dashboard }: ClusterState,
  at: number,
): boolean {
  if (by === 'list' || of === 'bad streams') return false;
  const names =
    by === 'servers'
      ? servers.map(({ name }) => `server/${name}`)
      : (limitedLoad(dashboard.value, of)?.groups ?? []).map(({ name }) => `group/${name}`);
  const parts = sumKnown(names.map((name) => history.last(`${name}/${of}`, at)));
  const total = history.last(`total/${of}`, at);
  return !!total && parts !== undefined && Math.abs(parts / total - 1) <= AGREED_SHARE;
}

function judgeWitness(
  { of, by, listed, counted, whole }: Witness,
  { state }: RuleInput,
  { now, thresholds, active }: Context,
): readonly Finding[] {
  if (listed === undefined || counted == null) return [];
  const gap = Math.abs(listed - counted);
  const share = (100 * gap) / Math.max(1, whole ?? Math.max(listed, counted));
  const key = `totals:${of}`;
  // A new difference is over where what is left of it may always have been there.
  const before = active(key);
  const limit = thresholds.totalsDiffer - (before === 'info' ? thresholds.clearMargin : 0);
  if (gap < MIN_TOTAL || share < limit) return [];
  // What stood as a remark is how this cluster counts.
  const isNew = before ? before === 'warning' : agreed({ of, by }, state, now - AGREED_BEFORE_MS);
  return [
    {
      ...base(key),
      severity: isNew ? 'warning' : 'info',
      facts: { of, by, listed, counted, apart: share },
      measure: measured('difference', undefined, { value: share, limit: thresholds.totalsDiffer }),
      figure: share,
    },
  ];
}
