import { machineHarnessTypes, type Viewer } from '../../protocol/viewer.ts';

/** Most ids that are looked up. A9 names no limit; the poller splits them into batches. */
export const MOST_VIEWERS = 500;

export type ViewerKind = 'person' | 'machine' | 'unknown';

/** Machines are recognised by their harness type; without one the kind of a viewer is unknown. */
export function viewerKind({ harnessType }: Viewer): ViewerKind {
  if (!harnessType) return 'unknown';
  return machineHarnessTypes.includes(harnessType) ? 'machine' : 'person';
}

/** Sign and word of a kind, so that it can be recognised without colours. */
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
  /** Since when the session is not found, Unix ms, local; the values are the last known ones. */
  readonly endedAt: number | undefined;
}

/** Device, system and browser in a few words: `DESKTOP Linux Firefox`. */
export function deviceWords({ deviceType, osName, browserName }: Viewer): string | undefined {
  const words = [deviceType, osName, browserName].filter((word) => word);
  return words.length === 0 ? undefined : words.join(' ');
}
