import type { HitPart } from '../facts.ts';
import { kinds } from '../kinds.ts';
import type { Problem, Subject } from '../problem.ts';

/** A problem upstream is the cause of one downstream. */
const byPart: Readonly<Partial<Record<HitPart, number>>> = { ingest: 0, transcode: 1, delivery: 2 };

/** Causes first: by kind, then those that are causes already (keys of `roots`), upstream, the whole before its parts, the older. */
export function causeFirst(a: Problem, b: Problem, roots: ReadonlyMap<string, unknown>): number {
  return (
    rankOf(a) - rankOf(b) ||
    Number(roots.has(b.key)) - Number(roots.has(a.key)) ||
    stageOf(a) - stageOf(b) ||
    scopeOf(a) - scopeOf(b) ||
    a.since.at - b.since.at ||
    (a.key < b.key ? -1 : 1)
  );
}

/** Viewers who only move, bytes, managers that are too few and limits that are only near follow from what else happened. */
const FOLLOWS = 8;
function rankOf(one: Problem): number {
  const isEffect =
    (one.kind === 'loss' && (one.facts.movedTo || isOfBytes(one))) ||
    (one.kind === 'manager' && one.facts.gone) ||
    (one.kind === 'limit' && one.severity === 'warning');
  if (isEffect) return FOLLOWS;
  return isOfTranscoding(one) ? kinds.parted.rank : kinds[one.kind].rank;
}

/** A limit of transcoders, which follow their own rules: viewers do not fill them, and full ones make renditions worse. */
export const isOfTranscoding = (one: Problem): boolean =>
  one.kind === 'limit' && one.facts.measure === 'transcode';

/** A loss of bytes, which follow what is watched and published. */
export const isOfBytes = (one: Problem): boolean =>
  one.kind === 'loss' && (one.facts.of === 'in' || one.facts.of === 'out');

const scopes: readonly Subject['kind'][] = ['cluster', 'group', 'server'];
const scopeOf = ({ subject }: Problem): number => {
  const scope = scopes.indexOf(subject.kind);
  return scope < 0 ? scopes.length : scope;
};

function stageOf({ parts }: Problem): number {
  return Math.min(3, ...parts.map((part) => byPart[part] ?? 3));
}
