import { asPasted, type ViewerQuestion } from '../../../views/viewers/lists.ts';
import type { OpenedSlice } from '../../list-screen/row-keys.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

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
