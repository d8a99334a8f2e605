import { sum } from '../../base/theil-sen.ts';
import { serverBandwidth, serverTotal } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { WatchedTotal, WholeFigure } from '../memory/total-series.ts';
import { contributionOf, type Share } from '../principles/contribution.ts';
import { roleOf } from '../principles/place-figures.ts';
import type { RuleInput } from '../rule.ts';
import { levelBefore } from './level-before.ts';

/** A set with at least this share of the whole counts as the whole. */
const WHOLE_SHARE = 0.9;

/** The changes of the servers must add up to at least this share of that of the total. */
export const ADDS_UP = 0.6;

const roles: Readonly<Record<WholeFigure, readonly string[]>> = {
  viewers: ['edge', 'mono'],
  out: ['edge', 'mono'],
  streams: ['origin', 'mono'],
  in: ['origin', 'mono'],
};

/** Decomposes the change of a total since `since` (Unix ms) by servers and groups. `sign` −1: a loss. */
export function makeupOf(facts: RuleInput, figure: WholeFigure, since: number, sign: -1 | 1) {
  const shares = facts.state.servers.flatMap((record): Share[] => {
    if (!(record.server.applications ?? []).some(({ type }) => roles[figure].includes(roleOf(type))))
      return [];
    const change = changeOn(record, figure, since, facts);
    if (!change) return [];
    const { had, now } = change;
    const of = { server: record.name, group: record.server.groupName ?? undefined };
    return [{ of, had, lost: Math.max(0, sign * (now - had)) }];
  });
  const all = sum(shares.map(({ had }) => had));
  const by = contributionOf(shares, ['server', 'group']);
  const isWhole = by && sum(by.values.map(({ had }) => had)) >= WHOLE_SHARE * all;
  return {
    /** What the changed servers have in common; undefined if all changed by the same share. */
    by: isWhole ? undefined : by,
    /** Servers that it was counted on. */
    servers: shares.flatMap(({ of }) => of.server ?? []),
    /** The sum of their changes, in the unit of the figure, and of what they had; undefined if none was watched before. */
    changed: shares.length === 0 ? undefined : sum(shares.map(({ lost }) => lost)),
    had: all,
  };
}

/** A figure of a server just before `since` (Unix ms), and now: 0 if it is gone. Undefined if either is not known. */
export function changeOn(record: ServerRecord, figure: WholeFigure, since: number, { state }: RuleInput) {
  const had = levelBefore(state.history, `server/${record.name}/${figure}`, since);
  const now = record.goneSince === undefined ? serverFigure(record, figure) : 0;
  return had && now !== undefined ? { had, now } : undefined;
}

/** The total of a server now; bytes are per second. */
const serverFigure = ({ server }: ServerRecord, figure: WholeFigure): number | undefined =>
  figure === 'in' || figure === 'out' ? serverBandwidth(server, figure).used : serverTotal(server, figure);

/** Totals that follow from others: fewer viewers or streams mean fewer bytes. */
const follows: Readonly<Partial<Record<WholeFigure, WholeFigure>>> = { out: 'viewers', in: 'streams' };
/** A total follows another one if less than this share of its change is its own. */
const OWN_SHARE = 0.1;

/** A total that changed for a reason of its own; undefined if it did not change, or follows from another. */
export function changedTotal(
  { whole }: RuleInput,
  figure: WholeFigure,
  direction: 'fallen' | 'risen',
): WatchedTotal | undefined {
  const total = whole.of(figure);
  if (total?.deviation?.direction !== direction) return undefined;
  const leader = follows[figure];
  const led = leader && whole.of(leader);
  if (!led) return total;
  const own = (1 + changeOf(total)) / (1 + changeOf(led)) - 1;
  return (direction === 'fallen' ? -own : own) >= OWN_SHARE ? total : undefined;
}

/** How much a total changed since its change-point, and from which value, both in the unit of the figure. */
export function changedSince(
  { state }: RuleInput,
  figure: WholeFigure,
  { now, usual, deviation }: WatchedTotal,
): { readonly before: number; readonly by: number } {
  const before = deviation && levelBefore(state.history, `total/${figure}`, deviation.since);
  const isThatWay = before !== undefined && Math.sign(now - before) === Math.sign(now - usual);
  return isThatWay ? { before, by: Math.abs(now - before) } : { before: usual, by: Math.abs(now - usual) };
}

/** How far it is above the usual value, as a share of that. */
export const changeOf = ({ now, usual }: WatchedTotal): number => now / usual - 1;
