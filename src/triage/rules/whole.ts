import { shownCount } from '../../base/format.ts';
import { serverTotal } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { shownRate } from '../facts.ts';
import type { WatchedTotal, WholeFigure } from '../memory/whole.ts';
import { type Contribution, contributionOf, type Share } from '../principles/contribution.ts';
import { roleOf } from '../principles/place-figures.ts';
import type { RuleInput } from '../rule.ts';

/** What a change of a total is made of, by the servers that the total counts. */
export interface Makeup {
  /** What those have in common that changed; undefined: nothing, all changed alike. */
  readonly by: Contribution | undefined;
  /** Servers that it was counted on. */
  readonly servers: readonly string[];
  /** What changed on them, in the unit of the figure; undefined where none was watched before. */
  readonly changed: number | undefined;
}

/** Before the change-point there is a sample of each server within so many ms. */
const BEFORE_MS = 5_000;
/** A set that had so much of the whole is the whole. */
const WHOLE_SHARE = 0.9;

const roles: Readonly<Record<WholeFigure, readonly string[]>> = {
  viewers: ['edge', 'mono'],
  out: ['edge', 'mono'],
  streams: ['origin', 'mono'],
  in: ['origin', 'mono'],
};

/** Decomposes the change of a total since `since` (Unix ms) over servers and groups; `sign` −1: of what was lost. */
export function makeupOf(
  facts: RuleInput,
  figure: WholeFigure,
  { since, sign }: { readonly since: number; readonly sign: -1 | 1 },
): Makeup {
  const shares = facts.state.servers.flatMap((record): Share[] => {
    if (!(record.server.applications ?? []).some(({ type }) => roles[figure].includes(roleOf(type))))
      return [];
    const had = facts.state.history.last(`server/${record.name}/${figure}`, since - BEFORE_MS);
    const now = record.goneSince === undefined ? figureOf(record, figure) : 0;
    if (!had || now === undefined) return [];
    const of = { server: record.name, group: record.server.groupName ?? undefined };
    return [{ of, had, lost: Math.max(0, sign * (now - had)) }];
  });
  const all = shares.reduce((sum, { had }) => sum + had, 0);
  const by = contributionOf(shares, ['group', 'server']);
  const isWhole = by && by.values.reduce((sum, { had }) => sum + had, 0) >= WHOLE_SHARE * all;
  return {
    by: isWhole ? undefined : by,
    servers: shares.flatMap(({ of }) => of.server ?? []),
    changed: shares.length === 0 ? undefined : shares.reduce((sum, { lost }) => sum + lost, 0),
  };
}

function figureOf({ server }: ServerRecord, figure: WholeFigure): number | undefined {
  if (figure === 'viewers' || figure === 'streams') return serverTotal(server, figure);
  const stats = server.serverStats;
  return (figure === 'in' ? stats?.inBandwidth : stats?.outBandwidth)?.usage ?? undefined;
}

/** What follows another total: fewer viewers are fewer bytes for them, fewer streams are fewer bytes of them. */
const follows: Readonly<Partial<Record<WholeFigure, WholeFigure>>> = { out: 'viewers', in: 'streams' };
/** It does where less than this share of it has changed for one of the other. */
const OWN_SHARE = 0.1;

/** A total that changed for a reason of its own; undefined: it did not, or it follows another. */
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

/** By how much it is above what is usual, as a share of that. */
export const changeOf = ({ now, usual }: WatchedTotal): number => now / usual - 1;

/** A total with the digits that are shown. */
export const shownTotal = (figure: WholeFigure, value: number): number =>
  figure === 'in' || figure === 'out' ? shownRate(value) : shownCount(value);
