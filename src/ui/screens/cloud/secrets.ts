import {
  type CreatedStream,
  isRevealed,
  partWords,
  regionsOf,
  secretOf,
  secretParts,
} from '../../../views/cloud/cloud.ts';
import { placeList } from '../../primitives/list.ts';
import type { Controller } from '../../screen.ts';
import type { CloudSlice } from './slice.ts';

type Cloud = Controller<CloudSlice>;

export function regionIds(slice: CloudSlice): readonly string[] {
  return regionsOf(slice.values.value).map(({ id }) => String(id));
}

/** The stream that is open or selected; where none is, says so. */
export function chosenStream(controller: Cloud): CreatedStream | undefined {
  const { created, streamsAt, opened } = controller.slice();
  const ids = created.map((each) => each.id);
  const { index } = placeList(streamsAt, ids, ids.length);
  const stream = created.find((each) => each.id === (opened ?? ids[index]));
  if (!stream) controller.notice('No stream was created here yet: a creates one.', 'warn');
  return stream;
}

/** The address of the region, or one secret of the stream after the other, by each press. */
export function copy(controller: Cloud): void {
  const slice = controller.slice();
  if (slice.part === 'regions' && slice.opened === undefined) {
    const regions = regionsOf(slice.values.value);
    const placed = placeList(slice.regionsAt, regionIds(slice), regions.length);
    const region = placed.vanished ? undefined : regions[placed.index];
    if (!region) controller.notice('No region is selected.', 'warn');
    else if (region.url) controller.copy(region.url, `the ingest address of ${region.name}`);
    else controller.copy(String(region.id), `the id of ${region.name}; it has no address`);
    return;
  }
  const entry = chosenStream(controller);
  if (!entry) return;
  const given = secretParts.filter((part) => secretOf(entry.stream, part) !== undefined);
  const index = slice.copied?.id === entry.id ? (slice.copied.index + 1) % given.length : 0;
  const part = given[index];
  const value = part && secretOf(entry.stream, part);
  if (part === undefined || value === undefined) {
    controller.notice('There is nothing to copy: its answer never came.', 'warn');
    return;
  }
  const next = given[(index + 1) % given.length] ?? part;
  controller.set({ copied: { id: entry.id, index } });
  controller.copy(value, `the ${partWords[part]} of ${entry.name}; y again: the ${partWords[next]}`);
}

/** Shows what is hidden of the stream, or hides it again. */
export function reveal(controller: Cloud): void {
  const { revealed } = controller.slice();
  const entry = chosenStream(controller);
  if (!entry) return;
  const { now } = controller.view;
  const open = isRevealed(revealed, entry.id, now);
  controller.set({ revealed: open ? undefined : { id: entry.id, at: now } });
}
