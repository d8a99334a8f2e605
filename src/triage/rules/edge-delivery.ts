import type { AgainstUsual } from '../facts.ts';
import { measured } from '../measure.ts';
import { type EdgeTrack, fineFrom } from '../memory/edges.ts';
import type { Context, Finding, Rule, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { threshold } from '../threshold-families.ts';
import { goneKey, hotKey, isPresent } from './servers.ts';

declare module '../problem.ts' {
  interface KindFacts {
    readonly 'edge-delivery': {
      readonly viewers: number;
      /** Total outgoing bytes per second, if it is almost zero. */
      readonly out?: number | undefined;
      /** Outgoing bytes per second per viewer. */
      readonly each?: AgainstUsual | undefined;
    };
  }
}

export const edgeThresholds = {
  edge: {
    viewers: threshold.amount('viewers', 10, 'least viewers for an edge to be judged'),
    silent: threshold.amount(
      'bytes per second',
      1_000,
      'bandwidth for each viewer below which an edge delivers nothing',
    ),
    fallen: threshold.percent(
      40,
      "bytes for each viewer, of the server's own usual, below which delivery is falling",
    ),
    for: threshold.time(60_000, 'how long delivery of an edge must be bad'),
    clearFor: threshold.time(60_000, 'how long delivery of an edge must be fine again'),
  },
} as const;

type EdgeThresholds = typeof edgeThresholds;

declare module '../threshold-families.ts' {
  interface ThresholdFamilies extends EdgeThresholds {}
}

/**
 * Do the edges deliver? Finds edges that send almost nothing, or far less per viewer than usual while their viewers
 * stay.
 */
export const edgeDelivery: Rule = {
  name: 'edge-delivery',
  inputs: ['servers', 'application load', 'application traffic'],
  timing: (t) => ({ after: t.edgeFor, clearAfter: t.edgeClearFor }),
  sample: serversSample,
  together: { causes: [] },
  evaluate(facts, context) {
    const unmeasured: Verdict[] = [];
    const findings: Finding[] = [];
    for (const record of facts.state.servers) {
      const track = facts.edges.tracks.get(record.name);
      if (!track || !isPresent(record)) continue;
      const key = `edge-delivery:${record.name}`;
      if (record.misses > 0) unmeasured.push({ key, unmeasured: true });
      else findings.push(...judgeEdge(record.name, key, track, context));
    }
    const worst = findings.sort((a, b) => (b.hit?.viewers?.count ?? 0) - (a.hit?.viewers?.count ?? 0));
    return [...unmeasured, ...worst];
  },
};

function judgeEdge(name: string, key: string, track: EdgeTrack, context: Context): Finding[] {
  const t = context.thresholds;
  const { viewers, out, usual, usualViewers } = track;
  if (viewers < t.edgeViewers) return [];
  const each = out / viewers;
  const base = {
    key,
    kind: 'edge-delivery',
    measure: measured('out', `server/${name}/out`, { value: out }),
    subject: { kind: 'server', name },
    hit: { viewers: { count: viewers, what: 'watching' } },
    explainedBy: [hotKey(name), goneKey(name)],
  } as const;
  if (each < t.edgeSilent) {
    const facts = { viewers, out };
    return [{ ...base, severity: 'critical', facts, figure: 100 }];
  }
  if (!usual || viewers < 0.8 * usualViewers) return [];
  const share = (100 * each) / usual;
  if (share >= (context.active(key) ? fineFrom(t) : t.edgeFallen)) return [];
  const facts = { viewers, each: { now: each, usual } };
  return [{ ...base, severity: 'warning', facts, figure: 100 - share }];
}
