import { MINUTE_MS } from '../../base/durations.ts';
import { DASH } from '../../base/format.ts';
import type { CloudStream, PossibleValues, Region } from '../../protocol/cloud.ts';
import type { MapPlace } from './map.ts';

/** A stream that was created in this run, or that may have been: nothing lists them. */
export interface CreatedStream {
  /** Ours, for the selection: stream keys stay out of lists. */
  readonly id: string;
  /** Unix ms, ours. */
  readonly at: number;
  /** The name that was sent. */
  readonly name: string;
  readonly regionId: number;
  /** The cluster whose cloud it was sent to. */
  readonly cluster: string;
  /** The answer of the cloud; undefined where none came that can be read. */
  readonly stream: CloudStream | undefined;
  /** The answer as it came. Where there is none, the stream may or may not exist. It holds secrets. */
  readonly answer?: string | undefined;
}

/** Regions in the cloud's own order. */
export function regionsOf(values: PossibleValues | undefined): readonly Region[] {
  return [...(values?.regions ?? [])].sort((a, b) => (a.pos ?? a.id) - (b.pos ?? b.id) || a.id - b.id);
}

/** A region by its name, or by its number where the list does not have it. */
export function regionName(regions: readonly Region[], id: number | null | undefined): string {
  if (id == null) return DASH;
  return regions.find((region) => region.id === id)?.name ?? `region ${id}`;
}

/** `50.1°N 8.7°E`. */
export function coordinatesOf({ coordinates }: Region): string {
  const { lat, lon } = coordinates ?? {};
  if (lat == null || lon == null) return DASH;
  const words = (value: number, plus: string, minus: string) =>
    `${Math.abs(value).toFixed(1)}°${value < 0 ? minus : plus}`;
  return `${words(lat, 'N', 'S')} ${words(lon, 'E', 'W')}`;
}

/** The regions whose place is known, with their ids as labels. */
export function mapPlaces(regions: readonly Region[]): MapPlace[] {
  return regions.flatMap(({ id, coordinates }) => {
    const { lat, lon } = coordinates ?? {};
    return lat == null || lon == null ? [] : [{ label: String(id), lat, lon }];
  });
}

/** The secrets of a stream, hidden until asked for, in the order in which `y` copies them. */
export const secretParts = ['key', 'username', 'password'] as const;
export type SecretPart = (typeof secretParts)[number];

export const partWords: Readonly<Record<SecretPart, string>> = {
  key: 'stream key',
  username: 'username',
  password: 'password',
};

/** Undefined where the cloud did not give it. */
export function secretOf(stream: CloudStream | undefined, part: SecretPart): string | undefined {
  if (part === 'key') return stream?.streamKey ?? undefined;
  return stream?.credentials?.[part] ?? undefined;
}

/** The same length for every secret, so that it does not show the real one. */
const HIDDEN = '••••••••';

/** A secret as it may stand on the screen. */
export function shownSecret(value: string | undefined, revealed: boolean): string {
  if (value === undefined) return DASH;
  return revealed ? value : HIDDEN;
}

/**
 * A value whose shape is not specified, as text: itself, or its members by their names (`auth.username push`). Undefined
 * where it is not set, or holds nothing.
 */
export function unspecifiedWords(value: unknown): string | undefined {
  const words = membersOf(value, '').map(([name, part]) => (name === '' ? part : `${name} ${part}`));
  return words.length === 0 ? undefined : words.join(', ');
}

/** What is no list or object in a value, with the names that lead there; places in lists have none. */
function membersOf(value: unknown, path: string): readonly (readonly [name: string, part: string])[] {
  if (value == null) return [];
  if (typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, part]) => {
    const further = path === '' ? name : `${path}.${name}`;
    return membersOf(part, Array.isArray(value) ? path : further);
  });
}

/** How long secrets are shown after they were asked for, ms. */
const REVEAL_MS = MINUTE_MS;

export interface Revealed {
  readonly id: string;
  /** Time of the view in which it was asked for, Unix ms. */
  readonly at: number;
}

/** Whether a stream's secrets are in sight now: not longer than a minute, and not in another moment of the past. */
export function isRevealed(revealed: Revealed | undefined, id: string, now: number): boolean {
  return revealed?.id === id && now >= revealed.at && now - revealed.at < REVEAL_MS;
}

/** Whether ABR is permitted, in words. */
export function transcodingWords(values: PossibleValues): string {
  if (values.isTranscodingEnabled == null) return DASH;
  return values.isTranscodingEnabled ? 'in the plan' : 'not in the plan';
}
