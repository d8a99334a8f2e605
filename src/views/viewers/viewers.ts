import { machineHarnessTypes, type Viewer } from '../../protocol/viewer.ts';

/** Ids that are looked up at most (A9 gives no bound; the poller splits them into batches). */
export const MOST_VIEWERS = 500;

export type ViewerKind = 'person' | 'machine' | 'unknown';

/** Machines are known by their harness type; without one, a viewer's kind is unknown. */
export function viewerKind({ harnessType }: Viewer): ViewerKind {
  if (!harnessType) return 'unknown';
  return machineHarnessTypes.includes(harnessType) ? 'machine' : 'person';
}

/** Sign and word of a kind, so that colour is only the third way to recognise it. */
export const kindLook: Readonly<
  Record<ViewerKind, { sign: string; word: string; tone: 'plain' | 'info' | 'dim' }>
> = {
  person: { sign: '○', word: 'person', tone: 'plain' },
  machine: { sign: '■', word: 'machine', tone: 'info' },
  unknown: { sign: '?', word: 'unknown', tone: 'dim' },
};

export type ViewerShow = 'all' | 'people' | 'machines';

export interface FoundViewer {
  readonly id: string;
  readonly viewer: Viewer;
  readonly kind: ViewerKind;
  /** Unix ms, local: the session is no longer found since then; the values are its last. */
  readonly endedAt: number | undefined;
}

/** Device, system and browser in few words: `DESKTOP Linux Firefox`. */
export function deviceWords({ deviceType, osName, browserName }: Viewer): string | undefined {
  const words = [deviceType, osName, browserName].filter((word) => word);
  return words.length === 0 ? undefined : words.join(' ');
}
