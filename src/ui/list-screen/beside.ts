import { cutColumns, type Rect, toned } from '../../base/text.ts';
import { panel } from '../primitives/panel.ts';
import type { Pane } from '../view.ts';

/** From this width on, the detail of the selected row is shown beside the list. */
const BESIDE_FROM_COLUMNS = 140;
const DETAIL_SHARE = 0.38;
const MIN_DETAIL_COLUMNS = 46;

export interface Beside {
  readonly list: Rect;
  /** Undefined if the list needs the whole width. */
  readonly detail: Rect | undefined;
}

/** Divides an area into a list at the left and the detail of its selected row at the right. */
export function besideOf(area: Rect, from = BESIDE_FROM_COLUMNS): Beside {
  if (area.width < from) return { list: area, detail: undefined };
  const width = Math.max(MIN_DETAIL_COLUMNS, Math.floor(area.width * DETAIL_SHARE));
  const [list, detail] = cutColumns(area, area.width - width);
  return { list, detail };
}

/** Shown in place of a detail while nothing is selected. */
export function nothingSelected(rect: Rect): Pane {
  const lines = panel({ title: 'Detail' }, [toned('Nothing is selected.', 'dim')], rect);
  return { id: 'detail', rect, lines };
}
