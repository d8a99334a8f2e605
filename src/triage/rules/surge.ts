import { MINUTE_MS } from '../../base/durations.ts';
import { totalMeasure } from '../measure.ts';
import { type WholeFigure, wholeFigures } from '../memory/total-series.ts';
import type { Subject } from '../problem.ts';
import type { Finding, Rule, RuleInput } from '../rule.ts';
import { serversSample } from '../samples.ts';
import type { Thresholds } from '../threshold-families.ts';
import { isTooEarly } from './owned.ts';
import { partedKey } from './parted-key.ts';
import { subjectOfValue } from './stream-shares.ts';
import { ADDS_UP, changedSince, changedTotal, changeOf, makeupOf } from './whole.ts';

const surgeKey = (figure: WholeFigure): string => `surge:${figure}`;

const WITHIN_MS = 15 * MINUTE_MS;
const LASTS_MS = 20_000;

/** Has the whole cluster far more viewers, streams or traffic than trend and hour explain? */
export const surge: Rule = {
  name: 'surge',
  inputs: ['viewers', 'streams', 'in', 'out'],
  // A spike of some seconds is none.
  timing: () => ({ after: LASTS_MS, clearAfter: 0, samples: 1 }),
  sample: serversSample,
  history: 'surges of viewers, streams and traffic',
  evaluate(facts, { now, thresholds: t, active }) {
    if (isTooEarly(facts)) return wholeFigures.map((figure) => ({ key: surgeKey(figure), unmeasured: true }));
    return wholeFigures.flatMap((figure) => {
      const stands = active(surgeKey(figure)) !== undefined;
      const loadDiffer = t.loadDiffer - (stands ? t.clearMargin : 0);
      if (!stands && !isQuick(facts, figure, now, loadDiffer)) return [];
      const found = surgeOf(facts, figure, { ...t, loadDiffer });
      return found && (stands || !isOver(facts, figure)) ? [found] : [];
    });
  },
};

/** Whether it developed within minutes; slower growth comes from the time of day. */
function isQuick({ whole, state }: RuleInput, figure: WholeFigure, now: number, percent: number): boolean {
  const before = state.history.last(`total/${figure}`, now - WITHIN_MS);
  return before === undefined || (whole.of(figure)?.now ?? 0) >= (1 + percent / 100) * before;
}

/** A surge of which less than this share of the most is left is over: it is not told any more. */
const LEFT_SHARE = 0.8;

function isOver({ whole, state, figures }: RuleInput, figure: WholeFigure): boolean {
  const { now = 0, usual = 0, deviation } = whole.of(figure) ?? {};
  const since = deviation?.since ?? 0;
  const points = state.history.points(`total/${figure}`, since, figures.newest ?? since);
  const most = points.reduce((max, { value }) => Math.max(max, value ?? 0), usual);
  return now - usual < LEFT_SHARE * (most - usual);
}

/** Viewers without traffic change what is sent by less than this share of their own rise. */
const TRAFFIC_SHARE = 0.2;

/** Whether the outgoing bytes rose with something that rose by `percent`. */
function takesTraffic({ whole }: RuleInput, percent: number): boolean {
  const out = whole.of('out');
  return out !== undefined && 100 * changeOf(out) >= TRAFFIC_SHARE * percent;
}

/** A stream is named if it gained at least this share of the growth. */
const NAMED_SHARE = 0.3;

/** The stream that gained most of the viewers since then, once a sweep has shown it. */
function streamGained({ streams, whole }: RuleInput, figure: WholeFigure, gained: number, since: number) {
  const viewersBefore = figure === 'viewers' ? whole.viewersBefore(since) : undefined;
  if (!viewersBefore) return [];
  const [most] = [...streams.tracks.values()]
    .map(({ key, stream }) => {
      const had = viewersBefore.get(key) ?? 0;
      return { value: stream.streamKey, had, lost: (stream.viewerCount ?? 0) - had };
    })
    .toSorted((a, b) => b.lost - a.lost);
  return most && most.lost >= NAMED_SHARE * gained ? [most] : [];
}

function surgeOf(
  facts: RuleInput,
  figure: WholeFigure,
  t: Pick<Thresholds, 'loadDiffer' | 'loadWarn'>,
): Finding | undefined {
  const total = changedTotal(facts, figure, 'risen');
  const percent = total ? 100 * changeOf(total) : 0;
  if (!total?.deviation || percent < t.loadDiffer) return undefined;
  const { now, usual, deviation } = total;
  const change = changedSince(facts, figure, total);
  const { by, servers, changed, had } = makeupOf(facts, figure, deviation.since, 1);
  // Where the servers have not risen with it, the total is wrong. It may count the same bytes on several.
  if (changed !== undefined && changed * change.before < ADDS_UP * change.by * had) return undefined;
  const values = by?.values ?? streamGained(facts, figure, change.by, deviation.since);
  const [only, second] = by?.values ?? [];
  const subject: Subject = only && !second ? subjectOfValue(by?.dimension, only.value) : { kind: 'cluster' };
  return {
    key: surgeKey(figure),
    kind: 'surge',
    facts: {
      of: figure,
      // Who comes back after a dip was here before.
      gained: now - Math.max(usual, change.before),
      before: Math.max(usual, change.before),
      gainers: {
        count: values.length,
        first: values.map(({ value, lost, had }) => ({ name: value, gained: lost, had })),
      },
      alike: by || servers.length === 0 ? undefined : servers.length,
    },
    severity: percent >= t.loadWarn ? 'warning' : 'info',
    subject,
    measure: totalMeasure(figure, undefined, { value: now, normal: usual }),
    figure: percent,
    since: deviation.since,
    lastGoodAt: deviation.lastGoodAt,
    // Sessions without traffic are a problem of their own; others reach the limits, which then part the figures.
    within: takesTraffic(facts, percent) ? undefined : [partedKey('out/viewers')],
  };
}
