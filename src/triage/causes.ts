import { type HitStreams, nameOf, type Part, partOf, type Severity } from './problem.ts';
import { severityRank } from './rank.ts';
import type { Finding } from './rule.ts';
import { listed } from './words.ts';

/** What is found under each key, and with which severity it stands; undefined: it does not. */
export interface Found {
  finding(key: string): Finding | undefined;
  severity(key: string): Severity | undefined;
}

/** Which standing problem, if any, explains a finding: the first of the chain, which need not stand itself in between. */
export class Causes {
  readonly #found: Found;
  readonly #known = new Map<string, string | undefined>();

  constructor(found: Found) {
    this.#found = found;
  }

  of(key: string): string | undefined {
    if (this.#known.has(key)) return this.#known.get(key);
    // Holds the place against two that explain each other: then the one asked for first stays.
    this.#known.set(key, undefined);
    const finding = this.#found.finding(key);
    const cause = finding?.explainedBy
      ?.map((other) => this.of(other) ?? other)
      .find((root) => {
        const severity = this.#found.severity(root);
        return root !== key && severity && severityRank[severity] >= severityRank[finding.severity];
      });
    this.#known.set(key, cause);
    return cause;
  }
}

/** Followers that are kept. */
const MOST_FOLLOWERS = 20;

/**
 * The words of a finding together with what follows from it, and the viewers and streams that it hits: its own, or
 * those of what follows (of viewers the greatest figure) where it names none itself.
 */
export function withFollowers(
  { key, subject, reason, viewersAtRisk, streams, folded }: Finding,
  followers: readonly Finding[],
): {
  readonly reason: string;
  readonly viewersAtRisk: number | undefined;
  readonly streams: HitStreams | undefined;
  readonly followers: readonly Part[] | undefined;
} {
  // The many that it stands for are counted and named already.
  const others = followers.filter((one) => !folded || ruleOf(one.key) !== ruleOf(key));
  const more = others.length > 0 ? `. With it: ${titlesOf(others, nameOf(subject))}` : '';
  const risks = followers.map((one) => one.viewersAtRisk).filter((risk) => risk !== undefined);
  return {
    reason: reason + more,
    viewersAtRisk: viewersAtRisk || risks.length === 0 ? viewersAtRisk : Math.max(...risks),
    streams: streams ?? followers.find((one) => one.streams)?.streams,
    followers: others.length > 0 ? others.slice(0, MOST_FOLLOWERS).map(partOf) : undefined,
  };
}

function ruleOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/** `Limit near (us-west), Server load (edge-2, edge-3)`; a name that the cause has said already is left out. */
function titlesOf(followers: readonly Finding[], said: string): string {
  return [...Map.groupBy(followers, ({ title }) => title)]
    .map(([title, own]) => {
      const subjects = own.map(({ subject }) => subject).filter(({ kind }) => kind !== 'cluster');
      const names = [...new Set(subjects.map(nameOf))].filter((name) => name !== said);
      return names.length > 0 ? `${title} (${listed(names)})` : title;
    })
    .sort()
    .join(', ');
}
