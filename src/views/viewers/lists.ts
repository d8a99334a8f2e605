import type { ClusterState } from '../../cluster/state.ts';
import { compareBy, type Sort } from '../lists/column.ts';
import { type ListFilter, parseListFilter } from '../lists/filter.ts';
import { viewerColumns } from './columns.ts';
import { type FoundViewer, type ViewerShow, viewerKind } from './viewers.ts';

/** The order in which the ids were entered, because a viewer has no natural order. */
export const asPasted: Sort = { key: 'pasted', descending: false };

export interface ViewerQuestion {
  readonly ids: readonly string[];
  readonly show: ViewerShow;
  readonly search: string;
  readonly sort: Sort;
}

export interface MissingViewer {
  readonly id: string;
  /** Time of the first look-up that did not find it, Unix ms, local; undefined while it is looked up. */
  readonly since: number | undefined;
}

export interface ViewerLists {
  readonly found: readonly FoundViewer[];
  readonly missing: readonly MissingViewer[];
  /** Among all found viewers, whatever the filter shows. */
  readonly people: number;
  readonly machines: number;
  readonly ended: number;
}

/** The ids that the look-up found, and those that it did not (A9). */
export function viewerLists(state: ClusterState, question: ViewerQuestion): ViewerLists {
  const known = new Map((state.viewers.value ?? []).map((each) => [each.id, each]));
  const filter = viewerFilter(question.search);
  const found: FoundViewer[] = [];
  const missing: MissingViewer[] = [];
  let people = 0;
  let machines = 0;
  let ended = 0;
  for (const id of question.ids) {
    const entry = known.get(id);
    if (!entry?.value) {
      missing.push({ id, since: entry?.endedAt });
      continue;
    }
    const kind = viewerKind(entry.value);
    if (kind === 'person') people++;
    if (kind === 'machine') machines++;
    if (entry.endedAt !== undefined) ended++;
    const row = { id, viewer: entry.value, kind, endedAt: entry.endedAt };
    const isShown = question.show === 'all' || (question.show === 'machines') === (kind === 'machine');
    if (isShown && filter.test(row)) found.push(row);
  }
  if (question.sort.key === asPasted.key) {
    if (question.sort.descending) found.reverse();
  } else found.sort(compareBy(viewerColumns, question.sort, ({ id }) => id));
  return { found, missing, people, machines, ended };
}

/** A filter of viewers; plain words are searched for in id, stream, application, address and device. */
export function viewerFilter(text: string): ListFilter<FoundViewer> {
  return parseListFilter(text, viewerColumns, ({ id, viewer }) =>
    [id, viewer.streamKey, viewer.applicationName, viewer.remoteAddress, viewer.deviceType]
      .filter(Boolean)
      .join('\n'),
  );
}
