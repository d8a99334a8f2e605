import { DASH, whole } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { type Application, applicationId } from '../../protocol/application.ts';
import type { Problem } from '../../triage/problem.ts';
import { stateTone } from '../formats/tones.ts';

/** State of an application's link to the cluster manager. */
export interface Link {
  readonly kind: 'none' | 'ok' | 'lost' | 'stalled' | 'unknown';
  /** A word for it; if all is well, the server's own. */
  readonly word: string | undefined;
  readonly latency: number | undefined;
}

/** That no packets flow is known only after several polls. Triage remembers them, so its problem decides. */
export function applicationLink(application: Application, problems: readonly Problem[]): Link {
  const data = application.clusterConnectionData;
  const latency = data?.latency ?? undefined;
  if (application.clusterConnection === false) {
    // Applications outside the cluster have no link. Without a link the latency of 0 is meaningless.
    const kind = application.clusterType === true ? 'lost' : 'none';
    return { kind, word: kind === 'lost' ? 'LOST' : undefined, latency: undefined };
  }
  const id = applicationId(application);
  const isStalled = problems.some(
    ({ kind, facts, subject }) =>
      kind === 'link' &&
      facts.fault === 'stalled' &&
      subject.kind === 'application' &&
      (subject.id ?? subject.name) === id,
  );
  if (isStalled) return { kind: 'stalled', word: 'STALLED', latency };
  if (data?.connectionState) return { kind: 'ok', word: data.connectionState, latency };
  if (application.clusterConnection === true) return { kind: 'ok', word: 'connected', latency };
  if (application.clusterType === false) return { kind: 'none', word: undefined, latency: undefined };
  return { kind: 'unknown', word: undefined, latency };
}

/** The link to the cluster manager as sign, word and colour. */
export function linkLine(link: Link): Line {
  switch (link.kind) {
    case 'lost':
      return toned('✖ LOST', 'crit');
    case 'stalled':
      return toned('▲ STALLED', 'warn');
    case 'ok':
      return toned(link.word ?? DASH, stateTone(link.word));
    case 'none':
      return toned('no cluster', 'dim');
    default:
      return toned(DASH, 'dim');
  }
}

export function latencyText(latency: number | null | undefined): string {
  return latency == null ? DASH : `${whole(latency)} ms`;
}
