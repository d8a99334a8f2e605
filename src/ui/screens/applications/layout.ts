import type { Rect } from '../../../base/text.ts';
import { type Beside, besideOf } from '../../list-screen/beside.ts';

interface ApplicationsLayout extends Beside {
  /** Streams of the selected application; only in a large window. */
  readonly streams: Rect | undefined;
}

/** From so many rows on, beside a detail, the streams of the selected application stand below the list. */
const STREAMS_FROM_ROWS = 48;
const LIST_SHARE = 0.45;

export function applicationsLayout(area: Rect): ApplicationsLayout {
  const { list, detail } = besideOf(area);
  if (!detail || area.height < STREAMS_FROM_ROWS) return { list, detail, streams: undefined };
  const height = Math.round(area.height * LIST_SHARE);
  return {
    list: { ...list, height },
    streams: { ...list, y: list.y + height, height: list.height - height },
    detail,
  };
}
