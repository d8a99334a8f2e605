import { rate } from '../../base/format.ts';
import { type EdgeTrack, fineFrom } from '../memory/edges.ts';
import type { Context, Finding, Rule, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { counted, ofUsual } from '../words.ts';
import { goneKey, hotKey, isPresent } from './servers.ts';

/** Do the edges deliver? Almost nothing goes out, or far less than usual for each viewer while the viewers stay. */
export const edgeDelivery: Rule = {
  name: 'edge-delivery',
  timing: (t) => ({ after: t.edgeFor, clearAfter: t.edgeClearFor }),
  sample: serversSample,
  together: { title: 'Edges do not deliver', what: 'edges deliver too little' },
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
    const worst = findings.sort((a, b) => (b.viewersAtRisk ?? 0) - (a.viewersAtRisk ?? 0));
    return [...unmeasured, ...worst];
  },
};

/** The same at any severity: a problem keeps its name while it stands. */
const TITLE = 'Edge delivery';

function judgeEdge(name: string, key: string, track: EdgeTrack, context: Context): Finding[] {
  const t = context.thresholds;
  const { viewers, out, usual, usualViewers } = track;
  if (viewers < t.edgeViewers) return [];
  const each = out / viewers;
  const base = {
    key,
    subject: { kind: 'server', name } as const,
    viewersAtRisk: viewers,
    explainedBy: [hotKey(name), goneKey(name)],
  };
  if (each < t.edgeSilent) {
    const reason = `${name} has ${counted(viewers, 'viewer')} but sends ${rate(out)}`;
    return [{ ...base, severity: 'critical', title: TITLE, reason, figure: 100 }];
  }
  if (!usual || viewers < 0.8 * usualViewers) return [];
  const share = (100 * each) / usual;
  if (share >= (context.active(key) ? fineFrom(t) : t.edgeFallen)) return [];
  const reason = `${name} delivers ${ofUsual(each, usual)} a viewer to ${counted(viewers, 'viewer')}`;
  return [{ ...base, severity: 'warning', title: TITLE, reason, figure: 100 - share }];
}
