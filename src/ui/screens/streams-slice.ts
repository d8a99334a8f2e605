import type { Rect } from '../../base/text.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { sameQuery, shownItems } from '../../views/paged-list.ts';
import {
  compareStreams,
  firstStreamSort,
  noStreamFilter,
  passesStreamFilter,
  type StreamFilter,
  type StreamSort,
  streamQuery,
  worstStreams,
} from '../../views/streams.ts';
import type { EndlessList } from '../primitives/endless-list.ts';
import { type ListPosition, listStart } from '../primitives/list.ts';

/** Which of the lists has the focus: every stream, the unhealthy ones, or the marked ones. */
export type StreamsPart = 'all' | 'worst' | 'watched';

export interface StreamsSlice extends StreamFilter {
  readonly part: StreamsPart;
  readonly all: ListPosition;
  readonly worst: ListPosition;
  readonly watch: ListPosition;
  readonly sort: StreamSort;
  /** Ids on the watch list; the program follows them on every screen. */
  readonly watched: readonly string[];
  /** Id of the stream whose detail is open. */
  readonly opened: string | undefined;
  readonly detailScroll: number;
  /** Another screen led here with a filter or a stream: Esc leads back there, and takes it back. */
  readonly guest: boolean;
}

export const streamsStart: StreamsSlice = {
  ...noStreamFilter,
  part: 'all',
  all: listStart,
  worst: listStart,
  watch: listStart,
  sort: firstStreamSort,
  watched: [],
  opened: undefined,
  detailScroll: 0,
  guest: false,
};

export interface StreamsLayout {
  readonly worst?: Rect;
  readonly all?: Rect;
  readonly watched?: Rect;
}

const BOTH_HEIGHT = 16;
/** Height of the unhealthy ones while there are none, and while there are few. */
const NONE = 3;
const FEW = 6;

/**
 * The unhealthy ones stand above all streams, in a height of three steps, so that the rest does not jump with each
 * of them; in a low window only the part with the focus is there.
 */
export function streamsLayout(state: ClusterState, slice: StreamsSlice, area: Rect): StreamsLayout {
  const { part } = slice;
  if (part === 'watched') return { watched: area };
  if (area.height < BOTH_HEIGHT) return { [part]: area };
  const most = Math.min(14, Math.max(FEW, Math.round(area.height * 0.3)));
  const unhealthy = worstIds(state, slice).length;
  const top = unhealthy === 0 ? NONE : unhealthy <= FEW - 3 ? FEW : most;
  return {
    worst: { ...area, height: top },
    all: { ...area, y: area.y + top, height: area.height - top },
  };
}

export interface LoadedStreams extends EndlessList {
  readonly rowAt: (index: number) => Stream | undefined;
  /** The answer at hand belongs to the query in force. */
  readonly current: boolean;
  readonly totalItems: number | undefined;
  readonly orderIgnored: boolean;
}

/** The endless list as it stands. What answers an older question is not shown as the answer to this one. */
export function loadedStreams(state: ClusterState, slice: StreamsSlice): LoadedStreams {
  const list = state.streams.value;
  const { key, descending } = slice.sort;
  if (!list || !sameQuery(list.query, streamQuery(slice, slice.sort))) {
    const nothing = () => undefined;
    return {
      count: 0,
      idAt: nothing,
      rowAt: nothing,
      current: false,
      totalItems: undefined,
      orderIgnored: false,
    };
  }
  const items = shownItems(list, `${key} ${descending}`, compareStreams(slice.sort));
  return {
    count: list.totalItems ?? 0,
    idAt: (index) => items.get(index)?.id,
    rowAt: (index) => items.get(index),
    current: list.totalItems !== undefined,
    totalItems: list.totalItems,
    orderIgnored: list.orderIgnored,
  };
}

/** Ids of the unhealthy streams that pass the filter, most viewers at risk first. */
export function worstIds(state: ClusterState, slice: StreamsSlice): string[] {
  const ids: string[] = [];
  for (const stream of worstStreams(state)) if (passesStreamFilter(stream, slice)) ids.push(stream.id);
  return ids;
}
