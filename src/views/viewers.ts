import type { ClusterState } from '../cluster/state.ts';
import { machineHarnessTypes, type Viewer } from '../protocol/viewer.ts';
import { measuredScore } from './health.ts';
import { byNumber, byWord } from './paged-list.ts';

/** Ids that are looked up at most (A9 gives no bound; the poller splits them into batches). */
export const MOST_VIEWERS = 500;

export type ViewerKind = 'person' | 'machine' | 'unknown';

/** Machines are known by their harness type; without one, a viewer's kind is unknown. */
export function kindOf({ harnessType }: Viewer): ViewerKind {
  if (!harnessType) return 'unknown';
  return machineHarnessTypes.includes(harnessType) ? 'machine' : 'person';
}

/** Sign and word of a kind, so that colour is only the third way to tell it. */
export const kindLook: Readonly<
  Record<ViewerKind, { sign: string; word: string; tone: 'plain' | 'info' | 'dim' }>
> = {
  person: { sign: '○', word: 'person', tone: 'plain' },
  machine: { sign: '■', word: 'machine', tone: 'info' },
  unknown: { sign: '?', word: 'unknown', tone: 'dim' },
};

export type ViewerShow = 'all' | 'people' | 'machines';

export const viewerSorts = [
  { key: 'pasted', words: 'as pasted' },
  { key: 'health', words: 'lowest health first' },
  { key: 'out', words: 'most bandwidth first' },
  { key: 'stream', words: 'by stream' },
  { key: 'duration', words: 'youngest first' },
] as const;
export type ViewerSort = (typeof viewerSorts)[number]['key'];

/** The order after this one; the first again after the last. */
export function nextViewerSort(sort: ViewerSort): ViewerSort {
  const at = viewerSorts.findIndex((each) => each.key === sort);
  return viewerSorts[(at + 1) % viewerSorts.length]?.key ?? 'pasted';
}

export interface ViewerQuestion {
  readonly ids: readonly string[];
  readonly show: ViewerShow;
  readonly search: string;
  readonly sort: ViewerSort;
  readonly descending: boolean;
}

export interface FoundViewer {
  readonly id: string;
  readonly viewer: Viewer;
  readonly kind: ViewerKind;
  /** Unix ms, local: the session is no longer found since then; the values are its last. */
  readonly endedAt: number | undefined;
}

export interface MissingViewer {
  readonly id: string;
  /** Unix ms, local: the first look-up that did not find it; undefined while it is being looked up. */
  readonly since: number | undefined;
}

export interface ViewerLists {
  readonly found: readonly FoundViewer[];
  readonly missing: readonly MissingViewer[];
  /** Among all that were found, whatever is shown. */
  readonly people: number;
  readonly machines: number;
  readonly ended: number;
}

/** What the look-up of the ids found and what it did not (A9), side by side. */
export function viewerLists(state: ClusterState, question: ViewerQuestion): ViewerLists {
  const known = new Map((state.viewers.value ?? []).map((each) => [each.id, each]));
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
    const kind = kindOf(entry.value);
    if (kind === 'person') people++;
    if (kind === 'machine') machines++;
    if (entry.endedAt !== undefined) ended++;
    const row = { id, viewer: entry.value, kind, endedAt: entry.endedAt };
    if (passes(row, question)) found.push(row);
  }
  if (question.sort !== 'pasted') found.sort(compare(question.sort));
  if (question.descending) found.reverse();
  return { found, missing, people, machines, ended };
}

function passes({ viewer, kind, id }: FoundViewer, { show, search }: ViewerQuestion): boolean {
  if (show === 'people' && kind === 'machine') return false;
  if (show === 'machines' && kind !== 'machine') return false;
  const needle = search.toLowerCase();
  const texts = [id, viewer.streamKey, viewer.applicationName, viewer.remoteAddress, viewer.deviceType];
  return needle === '' || texts.some((text) => text?.toLowerCase().includes(needle));
}

function compare(sort: Exclude<ViewerSort, 'pasted'>): (a: FoundViewer, b: FoundViewer) => number {
  const tie = (a: FoundViewer, b: FoundViewer) => byWord(a.id, b.id);
  switch (sort) {
    case 'health':
      return (a, b) => byNumber(measuredScore(a.viewer), measuredScore(b.viewer), 1) || tie(a, b);
    case 'out':
      return (a, b) => byNumber(a.viewer.outBandwidth, b.viewer.outBandwidth, -1) || tie(a, b);
    case 'stream':
      return (a, b) => byWord(a.viewer.streamKey, b.viewer.streamKey) || tie(a, b);
    case 'duration':
      return (a, b) => byNumber(a.viewer.duration, b.viewer.duration, 1) || tie(a, b);
  }
}

/** Device, system and browser in few words: `DESKTOP Linux Firefox`. */
export function deviceWords({ deviceType, osName, browserName }: Viewer): string | undefined {
  const words = [deviceType, osName, browserName].filter((word) => word);
  return words.length === 0 ? undefined : words.join(' ');
}
