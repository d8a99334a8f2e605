import { MINUTE_MS } from '../../base/durations.ts';
import { DASH } from '../../base/format.ts';
import { tableKeys } from '../../base/table.ts';
import type { CloudStream, PossibleValues, Region } from '../../protocol/cloud.ts';

/** A stream that was, or may have been, created in this session. No endpoint lists cloud streams. */
export interface CreatedStream {
  /** Id for the selection, made by castwatch, so that lists need no stream keys. */
  readonly id: string;
  /** Local time of the request, Unix ms. */
  readonly at: number;
  /** The name that was sent. */
  readonly name: string;
  readonly regionId: number;
  /** Address of the cloud to which the request was sent. */
  readonly cloud: string;
  /** The cloud's response; undefined if there was none that could be read. */
  readonly stream: CloudStream | undefined;
  /** Why it is not certain that the stream is as it was sent, or exists. */
  readonly doubt?: string | undefined;
  /** The response as text; it holds secrets. Without a response the stream may or may not exist. */
  readonly answer?: string | undefined;
}

export function regionsOf(values: PossibleValues | undefined): readonly Region[] {
  return [...(values?.regions ?? [])].sort((a, b) => (a.pos ?? a.id) - (b.pos ?? b.id) || a.id - b.id);
}

/** A region's name, or its number if the list does not contain it. */
export function regionName(regions: readonly Region[], id: number | null | undefined): string {
  if (id == null) return DASH;
  return regions.find((region) => region.id === id)?.name ?? `region ${id}`;
}

/** Such as `50.1°N 8.7°E`. */
export function coordinatesOf({ coordinates }: Region): string {
  const { lat, lon } = coordinates ?? {};
  if (lat == null || lon == null) return DASH;
  const words = (value: number, plus: string, minus: string) =>
    `${Math.abs(value).toFixed(1)}°${value < 0 ? minus : plus}`;
  return `${words(lat, 'N', 'S')} ${words(lon, 'E', 'W')}`;
}

/** The secrets of a stream, in the order in which `y` copies them. */
export const partWords = { key: 'stream key', username: 'username', password: 'password' } as const;
export type SecretPart = keyof typeof partWords;
export const secretParts = tableKeys(partWords);

/** Undefined if the cloud did not return it. */
export function secretOf(stream: CloudStream | undefined, part: SecretPart): string | undefined {
  if (part === 'key') return stream?.streamKey ?? undefined;
  return stream?.credentials?.[part] ?? undefined;
}

/** All hidden secrets have the same length, so that the real length is not visible. */
const HIDDEN = '••••••••';

export function shownSecret(value: string | undefined, revealed: boolean): string {
  if (value === undefined) return DASH;
  return revealed ? value : HIDDEN;
}

/**
 * A value of unspecified shape as text: the value itself, or its members with their names (`auth.username push`).
 * Undefined if it is not set or empty.
 */
export function unspecifiedWords(value: unknown): string | undefined {
  const words = membersOf(value, '').map(([name, part]) => (name === '' ? part : `${name} ${part}`));
  return words.length === 0 ? undefined : words.join(', ');
}

/** The simple values within a value, with the path of names to each; items of lists have no name. */
function membersOf(value: unknown, path: string): readonly (readonly [name: string, part: string])[] {
  if (value == null) return [];
  if (typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, part]) => {
    const further = path === '' ? name : `${path}.${name}`;
    return membersOf(part, Array.isArray(value) ? path : further);
  });
}

export interface Revealed {
  readonly id: string;
  /** Time of the view when the secrets were revealed, Unix ms. */
  readonly at: number;
}

/** Whether a stream's secrets are visible now: for at most a minute, and not in another moment of the past. */
export function isRevealed(revealed: Revealed | undefined, id: string, now: number): boolean {
  return revealed?.id === id && now >= revealed.at && now - revealed.at < MINUTE_MS;
}

/** Whether the account permits ABR, in words. */
export function transcodingWords(values: PossibleValues): string {
  if (values.isTranscodingEnabled == null) return DASH;
  return values.isTranscodingEnabled ? 'in the plan' : 'not in the plan';
}
