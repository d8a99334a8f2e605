import { MINUTE_MS } from '../../base/durations.ts';
import { sum } from '../../base/theil-sen.ts';
import { mostKnown } from '../../cluster/figures.ts';
import { namedOrNone } from '../facts.ts';
import { hitStreams } from '../hit-streams.ts';
import { measured } from '../measure.ts';
import { degradedViewers } from '../problem.ts';
import type { Context, Finding, Rule, RuleInput } from '../rule.ts';
import { flapKey, publishedOn, publisherOf, streamSubject } from './stream-subject.ts';

/**
 * Does a stream flap? Restarts are counted from two sources, and the higher count is used: start times and durations in polls,
 * and the journal (`Status Update: PUBLISHED` of `Stream: name`), which is read every 2 s, while a sweep takes a minute.
 */
export const streamFlap: Rule = {
  name: 'stream-flap',
  inputs: ['stream list', 'stream traffic'],
  sample: ({ state, streams }) => ({
    at: mostKnown([streams.newest, state.journalResource.updatedAt]),
    interval: state.journalResource.interval,
    wholeAt: state.streamSweep.value?.completedAt,
  }),
  together: true,
  evaluate(facts, context) {
    const { streams, journal } = facts;
    const most = new Map<string, number>();
    const count = (streamKey: string, { length }: readonly number[]) =>
      most.set(streamKey, Math.max(length, most.get(streamKey) ?? 0));
    for (const { stream, restarts } of streams.index.restarted) count(stream.streamKey, restarts);
    for (const [streamKey, times] of journal.publishes) count(streamKey, times);
    // Of thousands of streams most are published once.
    return [...most]
      .filter(([key, times]) => times >= context.thresholds.flapCount || context.active(flapKey(key)))
      .flatMap(([key]) => judgeKey(key, facts, context));
  },
};

function judgeKey(streamKey: string, facts: RuleInput, context: Context): readonly Finding[] {
  const t = context.thresholds;
  const key = flapKey(streamKey);
  const recent = (times: readonly number[]) => times.filter((at) => at > context.now - t.flapWindow);
  const published = facts.journal.publishes.get(streamKey);
  // The copies that restarted; all of them if the journal tells so.
  const copies = facts.streams.index.copiesOf(streamKey);
  const tracks = published ? copies : copies.filter(({ restarts }) => restarts.length > 0);
  const all = [...tracks.map(({ restarts }) => restarts), published ?? []];
  const times = all.map(recent).reduce((most, one) => (one.length > most.length ? one : most), []);
  const last = times.at(-1);
  if (last === undefined) return [];
  const calm = context.now - last >= t.flapClearFor;
  if (calm || (times.length < t.flapCount && !context.active(key))) return [];
  // While it is away, its application is known from before.
  const busiest =
    tracks.toSorted((a, b) => b.viewers - a.viewers)[0] ??
    facts.streams.departed.values().find(({ stream }) => stream.streamKey === streamKey);
  // Each copy of the stream has its own viewers, and a restart interrupts all of them.
  const viewers = sum(tracks.map((track) => track.viewers));
  const apps = tracks.flatMap(({ stream }) => stream.application ?? []);
  return [
    {
      key,
      severity: 'warning',
      subject: busiest ? streamSubject(busiest) : { kind: 'stream', id: streamKey, streamKey },
      kind: 'stream-flap',
      names: publishedOn(busiest?.stream ?? { streamKey }, facts),
      measure: busiest
        ? measured('in', `stream/${busiest.stream.id}/in`)
        : measured('restarts', undefined, { value: times.length }),
      facts: {
        applications: namedOrNone(apps),
        times: times.length,
        within: Math.max(1000, last - (times[0] ?? last)),
        lastAgo: MINUTE_MS * Math.floor((context.now - last) / MINUTE_MS),
        publisher: publisherOf(busiest?.stream ?? { streamKey }, facts),
      },
      hit: { viewers: degradedViewers(viewers || undefined), ...hitStreams(tracks) },
      figure: times.length,
      since: times[0],
    },
  ];
}
