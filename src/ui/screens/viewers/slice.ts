import type { Rect } from '../../../base/text.ts';
import { asPasted, type ViewerQuestion } from '../../../views/viewers/lists.ts';
import type { OpenedSlice } from '../../list-screen/row-keys.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

export interface ViewersSlice extends ViewerQuestion, OpenedSlice {
  /** Which of the two lists has the focus. */
  readonly part: 'found' | 'missing';
  readonly foundAt: ListPosition;
  readonly missingAt: ListPosition;
}

export const viewersStart: ViewersSlice = {
  ids: [],
  show: 'all',
  search: '',
  sort: asPasted,
  part: 'found',
  foundAt: listStart,
  missingAt: listStart,
  opened: undefined,
  detailScroll: 0,
};

export interface ViewersLayout {
  readonly found?: Rect;
  readonly missing?: Rect;
}

const MISSING_COLUMNS = 29;
const SIDE_BY_SIDE_COLUMNS = 76;
const STACKED_ROWS = 12;

/** Found and not found side by side, one above the other where it is narrow, only the focus where it is low too. */
export function viewersLayout(area: Rect, part: ViewersSlice['part'], missing: number): ViewersLayout {
  if (missing === 0) return { found: area };
  if (area.width >= SIDE_BY_SIDE_COLUMNS) {
    const right = Math.max(MISSING_COLUMNS, Math.min(60, Math.floor(area.width * 0.25)));
    return {
      found: { ...area, width: area.width - right },
      missing: { ...area, x: area.x + area.width - right, width: right },
    };
  }
  if (area.height < STACKED_ROWS) return { [part]: area };
  const below = Math.max(4, Math.min(missing + 3, Math.floor(area.height / 3)));
  return {
    found: { ...area, height: area.height - below },
    missing: { ...area, y: area.y + area.height - below, height: below },
  };
}
