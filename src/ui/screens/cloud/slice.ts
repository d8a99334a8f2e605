import type { Rect } from '../../../base/text.ts';
import type { PossibleValues } from '../../../protocol/cloud.ts';
import type { CreatedStream, Revealed } from '../../../views/cloud/cloud.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import { hasRoomForWritten, type WrittenSlice, writtenRows } from '../written.ts';

/** The answer of B2 with its freshness. The last good one stays when another try fails. */
export interface CloudValues {
  readonly value: PossibleValues | undefined;
  /** Unix ms, ours. */
  readonly updatedAt: number | undefined;
  readonly error: string | undefined;
  readonly asking: boolean;
}

export interface CloudSlice extends WrittenSlice {
  readonly values: CloudValues;
  /** Newest first. Nothing lists cloud streams, so these are all that castwatch knows of. */
  readonly created: readonly CreatedStream[];
  readonly part: 'regions' | 'streams';
  readonly regionsAt: ListPosition;
  readonly streamsAt: ListPosition;
  /** Id of the created stream whose detail is open. */
  readonly opened: string | undefined;
  readonly detailScroll: number;
  readonly revealed: Revealed | undefined;
  /** What `y` copied last, and of which stream: the next press copies what comes next. */
  readonly copied: { readonly id: string; readonly index: number } | undefined;
}

export const cloudStart: CloudSlice = {
  values: { value: undefined, updatedAt: undefined, error: undefined, asking: false },
  created: [],
  part: 'regions',
  regionsAt: listStart,
  streamsAt: listStart,
  opened: undefined,
  detailScroll: 0,
  revealed: undefined,
  copied: undefined,
  written: undefined,
};

export interface CloudLayout {
  readonly regions?: Rect;
  readonly streams?: Rect;
  readonly written?: Rect;
  /** Of the selected region or stream; only in a large window. */
  readonly detail?: Rect;
}

const SIDE_BY_SIDE_COLUMNS = 110;
/** From so many rows on what is selected has its detail below the streams, and what was written stands below the map. */
const DETAIL_FROM_ROWS = 48;
const WRITTEN_ROWS = 15;
/** Borders, a header, and the words below the streams. */
const ROWS_BESIDE_STREAMS = 8;
const STACKED_ROWS = 15;
/** Rows of the streams' panel at least: borders, a header, some words. */
const MIN_STREAM_ROWS = 6;

/** Regions and streams side by side, one above the other where it is narrow, only the focus where it is low too. */
export function cloudLayout(
  area: Rect,
  slice: Pick<CloudSlice, 'part' | 'written' | 'created'>,
): CloudLayout {
  if (area.width >= SIDE_BY_SIDE_COLUMNS) {
    const left = Math.floor(area.width * 0.58);
    const regions = { ...area, width: left };
    const right = { ...area, x: area.x + left, width: area.width - left };
    if (!hasRoomForWritten(area)) return { regions, streams: right };
    if (area.height >= DETAIL_FROM_ROWS) {
      const most = Math.floor(area.height / 2);
      const above = Math.min(most, slice.created.length + ROWS_BESIDE_STREAMS);
      const map = area.height - WRITTEN_ROWS;
      return {
        regions: { ...regions, height: map },
        written: { ...regions, y: area.y + map, height: WRITTEN_ROWS },
        streams: { ...right, height: above },
        detail: { ...right, y: area.y + above, height: area.height - above },
      };
    }
    const height = area.height - writtenRows(slice, Math.floor(area.height / 2));
    return {
      regions,
      streams: { ...right, height },
      written: { ...right, y: area.y + height, height: area.height - height },
    };
  }
  if (area.height < STACKED_ROWS) return { [slice.part]: area };
  const below = Math.max(MIN_STREAM_ROWS, Math.floor(area.height * 0.3));
  return {
    regions: { ...area, height: area.height - below },
    streams: { ...area, y: area.y + area.height - below, height: below },
  };
}
