import type { Rect } from '../../../base/text.ts';
import { besideOf } from '../../list-screen/beside.ts';
import type { View } from '../../view.ts';
import { hasRoomForWritten, writtenRows } from '../written.ts';
import { rowsOf, type UsersSlice } from './panes.ts';

export interface UsersLayout {
  readonly list: Rect;
  /** Absent where the list needs the room; in a window that is not wide also where the list is empty. */
  readonly detail?: Rect;
  readonly written?: Rect;
  /** What was changed of the selected user; only in a large window. */
  readonly changes?: Rect;
}

const WRITTEN_SHARE = 0.6;
/** Borders, four notes, a header, and room for some users. */
const MIN_LIST_ROWS = 14;
/** Borders, notes and the header of a list. */
const ROWS_ABOVE_USERS = 7;
const DETAIL_ROWS = 18;

export function usersLayout(view: View, slice: UsersSlice, area: Rect): UsersLayout {
  const users = rowsOf(view, slice).length;
  if (!hasRoomForWritten(area)) return listAndDetail(area, users > 0);
  const { list, detail } = besideOf(area);
  if (detail) {
    const most = Math.floor(area.height * WRITTEN_SHARE);
    const above = Math.min(most, Math.max(MIN_LIST_ROWS, users + ROWS_ABOVE_USERS));
    return {
      list: { ...list, height: above },
      written: { ...list, y: list.y + above, height: list.height - above },
      detail: { ...detail, height: DETAIL_ROWS },
      changes: { ...detail, y: detail.y + DETAIL_ROWS, height: detail.height - DETAIL_ROWS },
    };
  }
  const below = writtenRows(slice, Math.floor(area.height * WRITTEN_SHARE));
  const height = area.height - below;
  const written = { ...area, y: area.y + height, height: below };
  return { ...listAndDetail({ ...area, height }, users > 0), written };
}

/** Without a user there is no detail pane. */
function listAndDetail(area: Rect, hasRows: boolean): UsersLayout {
  if (!hasRows) return { list: area };
  if (area.width >= 110) {
    const width = Math.floor(area.width * 0.6);
    return {
      list: { ...area, width },
      detail: { ...area, x: area.x + width, width: area.width - width },
    };
  }
  if (area.height >= 20) {
    const height = area.height - 10;
    return {
      list: { ...area, height },
      detail: { ...area, y: area.y + height, height: 10 },
    };
  }
  return { list: area };
}
