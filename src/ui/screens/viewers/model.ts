import { cutColumns, cutRows, type Rect } from '../../../base/text.ts';
import {
  asPasted,
  type MissingViewer,
  type ViewerLists,
  type ViewerQuestion,
} from '../../../views/viewers/lists.ts';
import type { FoundViewer } from '../../../views/viewers/viewers.ts';
import type { ListModel } from '../../list-screen/list-screen.ts';
import type { ShownList } from '../../list-screen/shown-list.ts';
import type { OpenedSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

export interface ViewersSlice extends ViewerQuestion, OpenedSlice {
  /** The list with the focus: the ids that were found, or those that were not. */
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

export interface ViewersModel extends ListModel<ViewersSlice> {
  readonly part: ViewersSlice['part'];
  readonly found: ViewerLists;
  readonly lists: { readonly found?: ShownList<FoundViewer>; readonly missing?: ShownList<MissingViewer> };
}

type ViewersLayout = { readonly [P in ViewersSlice['part']]?: Rect };

const MISSING_COLUMNS = 29;
const SIDE_BY_SIDE_COLUMNS = 76;
const STACKED_ROWS = 12;

/**
 * Found and missing ids side by side; in a narrow area one above the other; in a narrow and low one only the
 * focused list.
 */
export function viewersLayout(area: Rect, part: ViewersSlice['part'], missing: number): ViewersLayout {
  if (missing === 0) return { found: area };
  if (area.width >= SIDE_BY_SIDE_COLUMNS) {
    const right = Math.max(MISSING_COLUMNS, Math.min(60, Math.floor(area.width * 0.25)));
    const [found, missingAt] = cutColumns(area, area.width - right);
    return { found, missing: missingAt };
  }
  if (area.height < STACKED_ROWS) return { [part]: area };
  const rows = Math.max(4, Math.min(missing + 3, Math.floor(area.height / 3)));
  const [found, below] = cutRows(area, area.height - rows);
  return { found, missing: below };
}
