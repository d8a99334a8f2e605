import { named } from './facts.ts';
import {
  type Beginning,
  type Consequence,
  type Hit,
  kindAndFacts,
  nameOf,
  type Part,
  partOf,
  type Severity,
  viewersHit,
} from './problem.ts';
import { severityRank } from './rank.ts';
import type { Finding } from './rule.ts';

/** The finding for a key, and the severity of its reported problem; undefined if there is none. */
export interface Found {
  finding(key: string): Finding | undefined;
  severity(key: string): Severity | undefined;
  /** Whether the first problem began too early or too late to explain the second. */
  isAtAnotherTime?(cause: string, key: string): boolean;
}

/**
 * Finds the reported problem that explains a finding: the first cause of the chain. Findings between the two need
 * not be reported themselves.
 */
export class Causes {
  readonly #found: Found;
  readonly #known = new Map<string, string | undefined>();

  constructor(found: Found) {
    this.#found = found;
  }

  of(key: string): string | undefined {
    if (this.#known.has(key)) return this.#known.get(key);
    // Ends the recursion if two findings explain each other. The one that was asked for first is kept.
    this.#known.set(key, undefined);
    const finding = this.#found.finding(key);
    const cause = finding?.explainedBy
      ?.map((other) => this.of(other) ?? other)
      .find((root) => {
        const severity = this.#found.severity(root);
        if (root === key || !severity || this.#found.isAtAnotherTime?.(root, key)) return false;
        return severityRank[severity] >= severityRank[finding.severity];
      });
    this.#known.set(key, cause);
    return cause;
  }
}

/** A finding that follows from another one, and its start if known. */
export type Follower = Finding & { readonly began?: Beginning | undefined };

/** Most followers that are kept. */
const MOST_FOLLOWERS = 20;

/**
 * What follows from a finding, and what the finding affects. If it names no viewers or streams of its own, those of
 * its followers are used: of viewers the largest figure.
 */
export function withFollowers(
  { key, kind, subject, hit, folded }: Finding,
  followers: readonly Follower[],
): {
  readonly hit: Hit;
  readonly followers: readonly Part[] | undefined;
  readonly follows: readonly Consequence[] | undefined;
} {
  // The findings that it stands for are already counted and named.
  const others = followers.filter((one) => !folded || one.kind !== kind);
  const most = followers
    .flatMap((one) => one.hit ?? [])
    .reduce<Hit | undefined>(
      (a, b) => (a && (viewersHit(a) ?? 0) >= (viewersHit(b) ?? 0) ? a : b),
      undefined,
    );
  const named = [hit, ...followers.map((one) => one.hit)].find((one) => one?.streams);
  return {
    hit: {
      viewers: viewersHit(hit) ? hit?.viewers : (most?.viewers ?? hit?.viewers),
      streams: named?.streams,
      copies: named?.copies,
    },
    followers:
      others.length > 0
        ? others.slice(0, MOST_FOLLOWERS).map((one) => partOf(one, { cause: key, began: one.began }))
        : undefined,
    follows: others.length > 0 ? consequencesOf(others, nameOf(subject)) : undefined,
  };
}

/** The followers, counted by kind. The name of the cause itself is left out. */
function consequencesOf(followers: readonly Finding[], cause: string): readonly Consequence[] {
  const kindOf = ({ kind, form, facts, folded }: Finding) =>
    [kind, form, 'of' in facts && facts.of, 'title' in facts && facts.title, folded !== undefined].join();
  return [...Map.groupBy(followers, kindOf).values()].flatMap((own) => {
    const [first] = own;
    const subjects = own.map(({ subject }) => subject).filter(({ kind }) => kind !== 'cluster');
    const names = [...new Set(subjects.map(nameOf))].filter((name) => name !== cause);
    return first
      ? [{ what: { ...kindAndFacts(first), isMany: first.folded !== undefined }, names: named(names) }]
      : [];
  });
}
