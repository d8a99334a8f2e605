import { count, duration } from '../../../base/format.ts';
import { cutRows, type Line, type Rect, toned } from '../../../base/text.ts';
import { listedStreams } from '../../../cluster/copies.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Stream } from '../../../protocol/stream.ts';
import type { ItemRow } from '../../../views/lists/cells.ts';
import { shortWords } from '../../../views/lists/paged-list.ts';
import { steadyOrder } from '../../../views/lists/steady-order.ts';
import { type StreamFilter, streamFilter } from '../../../views/streams/streams.ts';
import {
  totalAtRisk,
  type UnhealthyStream,
  unhealthyStreams,
} from '../../../views/streams/unhealthy-streams.ts';
import type { PartRects } from '../../list-screen/paged-screen.ts';
import type { ShownList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import type { StreamsPart, StreamsSlice } from './slice.ts';

const BOTH_ROWS = 16;
/** The height depends on the window only, so that nothing moves when a stream fails or recovers. */
const MIN_ROWS = 6;
const MAX_ROWS = 10;

/** The unhealthy streams are above all streams. In a low window only the list with the focus is shown. */
export function streamsLayout(part: StreamsPart, area: Rect): PartRects {
  if (part === 'watched' || part === 'sessions') return { [part]: area };
  if (area.height < BOTH_ROWS) return { [part]: area };
  const top = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.round(area.height * 0.3)));
  const [worst, all] = cutRows(area, top);
  return { worst, all };
}

export function shownUnhealthy(
  { state, triage, orders }: Pick<View, 'state' | 'triage' | 'orders'>,
  filter: StreamFilter,
): readonly UnhealthyStream[] {
  const passes = streamFilter.passes(filter);
  const found = unhealthyStreams(state, triage).filter(({ stream }) => passes(stream));
  const id = ({ stream }: UnhealthyStream) => stream.id;
  const value = ({ atRisk }: UnhealthyStream) => atRisk ?? 0;
  return steadyOrder(found, { name: 'unhealthy streams', id, value }, orders);
}

/** The unhealthy streams, most viewers at risk first. */
export interface WorstList extends ShownList<ItemRow<Stream>> {
  readonly unhealthy: readonly UnhealthyStream[];
}

/** Titles and notes of their pane. */
export function worstOptions(view: View, slice: StreamsSlice, { placed, count: rows, unhealthy }: WorstList) {
  const stale = staleFor(view.state.streamSweep, view.now);
  const isBlind = stale !== undefined || staleFor(view.state.dashboard, view.now) !== undefined;
  const none: Line = isBlind ? [] : toned('none', 'ok');
  const some: Line = [
    { text: `▲ ${count(rows)}`, tone: 'warn' },
    { text: `, ${count(totalAtRisk(unhealthy))} viewers at risk`, tone: 'dim' },
  ];
  const right = [
    placed.vanished ? toned('the selected stream is healthy again or gone', 'warn') : undefined,
    rows === 0 ? none : some,
    toned(basisWords(view), 'dim'),
  ];
  return {
    title: 'Unhealthy, most viewers at risk first',
    right,
    stale,
    unselected: slice.part !== 'worst',
    empty: [noUnhealthyLine(view, slice, isBlind)],
  };
}

function noUnhealthyLine(view: View, slice: StreamsSlice, isBlind: boolean): Line {
  const { streams, streamSweep } = view.state;
  if (!streamSweep.value?.items.size && !streams.value?.items.size)
    return toned('No stream was read yet.', 'dim');
  const which = `No stream${streamFilter.isSet(slice) ? ' that matches the filter' : ''}`;
  if (isBlind)
    return toned(`Not known without an answer. ${which} was unhealthy, ${basisWords(view)}.`, 'dim');
  const text = `${which} is unhealthy, ${basisWords(view)}.`;
  return [streamSweep.value?.short ? { text, tone: 'warn' } : { text: `✔ ${text}`, tone: 'ok' }];
}

/** Which data the list of unhealthy streams is based on, and its age. */
function basisWords({ state, now }: View): string {
  const sweep = state.streamSweep.value;
  if (!sweep || sweep.items.size === 0) return 'of those loaded';
  if (sweep.completedAt === undefined) return `of ${count(sweep.items.size)} read so far`;
  const { items, truncated, isWorstFirst, totalItems } = sweep;
  const part = shortWords(sweep);
  if (part) return `of ${part}`;
  const most = truncated
    ? `the ${isWorstFirst ? 'worst' : 'first'} ${count(items.size)} of ${count(totalItems)}`
    : `all ${count(listedStreams(state).streams.size)}`;
  const order = truncated && !isWorstFirst ? ', not sorted by health' : '';
  return `of ${most}${order}, ${duration(now - sweep.completedAt)} ago`;
}
