import { sum } from '../../base/theil-sen.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { KindFacts } from '../kind-facts.ts';
import { measured } from '../measure.ts';
import { degradedViewers, viewersHit } from '../problem.ts';
import type { Finding, Rule, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { partedKey } from './parted-key.ts';
import { goneKey, isPresent } from './servers.ts';
import { silentShare } from './weak-publishers.ts';

/** Where nothing comes of this share of what is watched, edges have nothing to send. */
const NEARLY_ALL = 0.9;
const STREAMS_KEY = partedKey('in/streams');

/** Do the edges deliver? Finds edges that send almost nothing to their viewers; `parted` finds those that send less than usual. */
export const edgeDelivery: Rule = {
  name: 'edge-delivery',
  inputs: ['servers', 'application load', 'application traffic'],
  timing: (t) => ({ after: t.edgeFor, clearAfter: t.edgeClearFor }),
  sample: serversSample,
  together: true,
  evaluate(facts, { thresholds: t }) {
    const { state } = facts;
    const isOfStreams = silentShare(facts) > NEARLY_ALL;
    const unmeasured: Verdict[] = [];
    const findings: Finding[] = [];
    for (const record of state.servers) {
      const load = edgeLoad(record);
      if (!load || !isPresent(record)) continue;
      const key = `edge-delivery:${record.name}`;
      const isSilent = load.viewers >= t.edgeViewers && load.out < t.edgeSilent * load.viewers;
      if (record.misses > 0) unmeasured.push({ key, unmeasured: true });
      else if (isSilent)
        findings.push({
          key,
          kind: 'edge-delivery',
          severity: 'critical',
          measure: measured('out', `server/${record.name}/out`, { value: load.out }),
          subject: { kind: 'server', name: record.name },
          hit: { viewers: degradedViewers(load.viewers) },
          facts: load,
          figure: 100,
          within: isOfStreams ? [STREAMS_KEY] : [goneKey(record.name)],
        });
    }
    const worst = findings.sort((a, b) => (viewersHit(b.hit) ?? 0) - (viewersHit(a.hit) ?? 0));
    return [...unmeasured, ...worst];
  },
};

type EdgeLoad = KindFacts['edge-delivery'];

/** The sum of the edge applications of a server; undefined if none tells both figures. */
function edgeLoad({ server }: ServerRecord): EdgeLoad | undefined {
  const loads = (server.applications ?? []).flatMap(({ type, viewers, bandwidth }): EdgeLoad[] =>
    type?.toLowerCase() === 'edge' && viewers?.count != null && bandwidth?.outBandwidth != null
      ? [{ viewers: viewers.count, out: bandwidth.outBandwidth }]
      : [],
  );
  if (loads.length === 0) return undefined;
  return { viewers: sum(loads.map(({ viewers }) => viewers)), out: sum(loads.map(({ out }) => out)) };
}
