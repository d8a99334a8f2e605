import {
  type CreatedStream,
  isRevealed,
  partWords,
  regionsOf,
  secretOf,
  secretParts,
} from '../../../views/cloud/cloud.ts';
import { placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { CloudSlice } from './slice.ts';

type Cloud = ScreenShell<CloudSlice>;

export function regionIds(slice: CloudSlice): readonly string[] {
  return regionsOf(slice.values.value).map(({ id }) => String(id));
}

/** The stream that is open or selected; where none is, says so. */
export function chosenStream(shell: Cloud): CreatedStream | undefined {
  const { created, streamsAt, opened } = shell.slice();
  const ids = created.map((each) => each.id);
  const { index } = placeList(streamsAt, ids, ids.length);
  const stream = created.find((each) => each.id === (opened ?? ids[index]));
  if (!stream) shell.notice('No stream was created here yet: a creates one.', 'warn');
  return stream;
}

/** The address of the region, or one secret of the stream after the other, by each press. */
export function copy(shell: Cloud): void {
  const slice = shell.slice();
  if (slice.part === 'regions' && slice.opened === undefined) {
    const regions = regionsOf(slice.values.value);
    const placed = placeList(slice.regionsAt, regionIds(slice), regions.length);
    const region = placed.vanished ? undefined : regions[placed.index];
    if (!region) shell.notice('No region is selected.', 'warn');
    else if (region.url) shell.copy(region.url, `the ingest address of ${region.name}`);
    else shell.copy(String(region.id), `the id of ${region.name}; it has no address`);
    return;
  }
  const entry = chosenStream(shell);
  if (!entry) return;
  const given = secretParts.filter((part) => secretOf(entry.stream, part) !== undefined);
  const index = slice.copied?.id === entry.id ? (slice.copied.index + 1) % given.length : 0;
  const part = given[index];
  const value = part && secretOf(entry.stream, part);
  if (part === undefined || value === undefined) {
    shell.notice('There is nothing to copy: its answer never came.', 'warn');
    return;
  }
  const next = given[(index + 1) % given.length] ?? part;
  shell.set({ copied: { id: entry.id, index } });
  shell.copy(value, `the ${partWords[part]} of ${entry.name}; y again: the ${partWords[next]}`);
}

/** Shows what is hidden of the stream, or hides it again. */
export function reveal(shell: Cloud): void {
  const { revealed } = shell.slice();
  const entry = chosenStream(shell);
  if (!entry) return;
  const { now } = shell.view;
  const open = isRevealed(revealed, entry.id, now);
  shell.set({ revealed: open ? undefined : { id: entry.id, at: now } });
}
