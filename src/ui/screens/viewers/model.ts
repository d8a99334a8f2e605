import type { Rect } from '../../../base/text.ts';
import {
  asPasted,
  type MissingViewer,
  type ViewerLists,
  type ViewerQuestion,
  viewerLists,
} from '../../../views/viewers/lists.ts';
import type { FoundViewer } from '../../../views/viewers/viewers.ts';
import type { DetailModel } from '../../detail/detail-panes.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { rowList, type ShownList, type ShownLists } from '../../list-screen/shown-list.ts';
import type { OpenedSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { viewerDetail } from './detail.ts';

/** The list of ids that were found, or of those that were not. */
export type ViewersPart = 'found' | 'missing';

export interface ViewersSlice extends ViewerQuestion, OpenedSlice {
  /** The list with the focus. */
  readonly part: ViewersPart;
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

interface ViewersLayout {
  readonly found?: Rect;
  readonly missing?: Rect;
}

const MISSING_COLUMNS = 29;
const SIDE_BY_SIDE_COLUMNS = 76;
const STACKED_ROWS = 12;

/**
 * Found and missing ids side by side; in a narrow area one above the other; in a narrow and low one only the
 * focused list.
 */
function viewersLayout(area: Rect, part: ViewersPart, missing: number): ViewersLayout {
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

export interface ViewersModel extends ShownLists<ViewersPart> {
  readonly view: View;
  readonly slice: ViewersSlice;
  readonly area: Rect;
  readonly found: ViewerLists;
  readonly lists: {
    readonly found?: ShownList<FoundViewer>;
    readonly missing?: ShownList<MissingViewer>;
  };
  /** The detail of the open session, or of the selected one if there is room beside its list. */
  readonly detail: DetailModel | undefined;
  /** Area of the detail beside the lists. */
  readonly beside: Rect | undefined;
}

/** The ids that are looked up, with the detail of the selected one beside them; or the detail of the open one. */
export function viewersModel(view: View, slice: ViewersSlice, area: Rect): ViewersModel {
  const found = viewerLists(view.state, slice);
  // An empty list of missing ids is not shown, so it cannot have the focus.
  const part = found.missing.length === 0 ? 'found' : slice.part;
  const shown = { view, slice, area, found, part, beside: undefined };
  if (slice.opened !== undefined)
    return { ...shown, lists: {}, detail: viewerDetail(view, slice.opened, area, slice.detailScroll) };
  if (slice.ids.length === 0) return { ...shown, lists: {}, detail: undefined };
  const { list: rect, detail: beside } = besideOf(area);
  const layout = viewersLayout(rect, part, found.missing.length);
  const lists: ViewersModel['lists'] = {
    ...(layout.found && {
      found: rowList(found.found, ({ id }) => id, { rect: layout.found, position: slice.foundAt }),
    }),
    ...(layout.missing && {
      missing: rowList(found.missing, ({ id }) => id, { rect: layout.missing, position: slice.missingAt }),
    }),
  };
  const chosen = lists[part]?.chosen;
  const detail = beside && chosen !== undefined ? viewerDetail(view, chosen, beside, undefined) : undefined;
  return { ...shown, lists, detail, beside };
}
