import { DASH, whole } from '../../base/format.ts';
import type { Line } from '../../base/text.ts';
import { type Application, applicationId } from '../../protocol/application.ts';
import type { Problem } from '../../triage/problem.ts';
import { stateTone } from '../formats/tones.ts';

/** State of an application's link to the cluster manager. */
export interface Link {
  readonly kind: 'none' | 'ok' | 'lost' | 'stalled' | 'unknown';
  /** Word for it; the server's own where all is well. */
  readonly word: string | undefined;
  readonly latency: number | undefined;
}

/** Only several polls show that no packets flow: triage remembers them, so its word counts. */
export function applicationLink(application: Application, problems: readonly Problem[]): Link {
  const data = application.clusterConnectionData;
  const latency = data?.latency ?? undefined;
  if (application.clusterConnection === false) {
    // An application outside the cluster has no link. Without a link its latency of 0 says nothing.
    const kind = application.clusterType === true ? 'lost' : 'none';
    return { kind, word: kind === 'lost' ? 'LOST' : undefined, latency: undefined };
  }
  if (problems.some((problem) => isStall(problem, applicationId(application)))) {
    return { kind: 'stalled', word: 'STALLED', latency };
  }
  if (data?.connectionState) return { kind: 'ok', word: data.connectionState, latency };
  if (application.clusterConnection === true) return { kind: 'ok', word: 'connected', latency };
  if (application.clusterType === false) return { kind: 'none', word: undefined, latency: undefined };
  return { kind: 'unknown', word: undefined, latency };
}

function isStall({ kind, facts, subject }: Problem, id: string): boolean {
  return (
    kind === 'link' &&
    facts.fault === 'stalled' &&
    subject.kind === 'application' &&
    (subject.id ?? subject.name) === id
  );
}

/** The link to the cluster manager by sign, word and colour. */
export function linkLine(link: Link): Line {
  switch (link.kind) {
    case 'lost':
      return [{ text: '✖ LOST', tone: 'crit' }];
    case 'stalled':
      return [{ text: '▲ STALLED', tone: 'warn' }];
    case 'ok':
      return [{ text: link.word ?? DASH, tone: stateTone(link.word) }];
    case 'none':
      return [{ text: 'no cluster', tone: 'dim' }];
    default:
      return [{ text: DASH, tone: 'dim' }];
  }
}

export function latencyText(latency: number | null | undefined): string {
  return latency == null ? DASH : `${whole(latency)} ms`;
}
