import { sum } from '../../base/theil-sen.ts';
import { serversNamed } from '../concerned.ts';
import { type Named, namedOrNone } from '../facts.ts';
import { streamKeys } from '../hit-streams.ts';
import { measureOfPlace, totalMeasure } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { WholeFigure } from '../memory/total-series.ts';
import type { Contribution } from '../principles/contribution.ts';
import { foldedOf, type Subject } from '../problem.ts';
import type { Finding } from '../rule.ts';
import { type LossDimension, subjectOfValue } from './stream-shares.ts';

export const lossKey = (figure: WholeFigure): string => `loss:${figure}`;

/** A loss of so much of the whole is critical, in percent. */
const CRITICAL_PERCENT = 10;

/** The amount lost, in the unit of its figure. */
export interface Lost extends Pick<Finding, 'key' | 'hit' | 'within'> {
  readonly of: WholeFigure;
  readonly part: 'ingest' | 'delivery' | undefined;
  readonly lost: number;
  readonly before: number;
  readonly by: Contribution | undefined;
  readonly since: number;
  readonly lastGoodAt: number;
  readonly servers: readonly string[];
  readonly ended: readonly StreamTrack[];
  readonly movedTo?: Named | undefined;
  /** Number of servers, if all lost the same share. */
  readonly alike?: number | undefined;
  /** Set if it differs from the severity by share. */
  readonly severity?: Finding['severity'] | undefined;
}

const MOST_LOSERS = 4;

/** The finding of a loss, with the objects that lost it as its parts. */
export function lossFinding({ key, hit, within, since, lastGoodAt, ...of }: Lost): Finding {
  const { lost, before, by } = of;
  const values = by?.values ?? [];
  const dimension = by?.dimension as LossDimension;
  // A few streams that viewers left are named, and are no parts: the whole is at fault until one is known.
  const subjects = dimension === 'stream' ? [] : values.map(({ value }) => subjectOfValue(dimension, value));
  const [only] = subjects;
  const subject: Subject = subjects.length === 1 && only ? only : { kind: 'cluster' };
  // Viewers go on to leave, or come back, while the list of streams stands still.
  const listed = sum(values.map((one) => one.lost));
  const pace = dimension !== 'server' && of.of === 'viewers' && listed > 0 ? lost / listed : 1;
  const first = values.slice(0, MOST_LOSERS).map(({ value, lost: own, had }) => ({
    name: value,
    lost: Math.round(Math.min(had, own * pace)),
    had: Math.round(had),
  }));
  const base = {
    kind: 'loss',
    facts: {
      of: of.of,
      part: of.part,
      lost: Math.round(lost),
      before: Math.round(before),
      by: dimension,
      losers: { count: values.length, first },
      alike: of.alike,
      ended: namedOrNone(streamKeys(of.ended)),
      movedTo: of.movedTo,
    },
    severity: of.severity ?? (100 * lost >= CRITICAL_PERCENT * before ? 'critical' : 'warning'),
  } as const;
  const members = subjects.map((one, index) => ({
    ...base,
    facts: { ...base.facts, losers: { count: 1, first: first.slice(index, index + 1) } },
    subject: one,
  }));
  return {
    ...base,
    key,
    subject,
    names: serversNamed([...new Set(of.servers)]),
    measure: subject.kind === 'cluster' ? totalMeasure(of.of, undefined) : measureOfPlace(subject),
    hit,
    within,
    folded: foldedOf(key, members),
    figure: lost,
    since,
    lastGoodAt,
  };
}
