import { isDeepStrictEqual } from 'node:util';
import type { MultipartFile } from '@fastify/multipart';
import { ApiError } from './errors.ts';

export const regions = [
  { id: 1, name: 'North America (East Coast)', coordinates: { lat: 39.04, lon: -77.49 } },
  { id: 2, name: 'North America (West Coast)', coordinates: { lat: 45.84, lon: -119.7 } },
  { id: 3, name: 'South America', coordinates: { lat: -23.55, lon: -46.63 } },
  { id: 4, name: 'Europe', coordinates: { lat: 50.11, lon: 8.68 } },
  { id: 5, name: 'Asia Pacific (China)', coordinates: { lat: 22.32, lon: 114.17 } },
  { id: 6, name: 'Asia Pacific (South Korea)', coordinates: { lat: 37.57, lon: 126.98 } },
  { id: 7, name: 'Asia Pacific (Japan)', coordinates: { lat: 35.68, lon: 139.69 } },
  { id: 8, name: 'Australia', coordinates: { lat: -33.87, lon: 151.21 } },
  { id: 9, name: 'Africa', coordinates: { lat: -26.2, lon: 28.05 } },
].map((region, i) => ({
  ...region,
  url: i === 8 ? '' : `rtmp://r${region.id}.ingest.cast.example/live`,
  pos: i + 1,
}));

/** Allowed time zones: every zone that this machine knows, UTC first. */
export const timezones: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Largest image, bytes. */
export const MOST_IMAGE_BYTES = 8192 * 1024;

type Fields = ReadonlyMap<string, string>;

export type CloudForm = Readonly<ReturnType<typeof readForm>>;
export type CloudImage = Readonly<Awaited<ReturnType<typeof readImage>>>;

/** Checks the fields of B1 one by one; the first wrong one is the message of the 400. */
export function readForm(fields: Fields, images: ReadonlyMap<string, CloudImage>) {
  const name = bounded(fields, 'name', 255);
  if (name === undefined) throw new ApiError(400, 'The name field is required.');
  const regionId = wholeNumberField(fields, 'regionId');
  if (regionId === undefined) throw new ApiError(400, 'The regionId field is required.');
  if (!regions.some((r) => r.id === regionId)) throw new ApiError(400, 'The selected regionId is invalid.');
  const sourceType = choice(fields, 'sourceType', ['PUSH', 'PULL']) ?? 'PUSH';
  const sourceId = wholeNumberField(fields, 'sourceId');
  if (sourceType === 'PULL' && sourceId === undefined) {
    throw new ApiError(400, 'The sourceId field is required when sourceType is PULL.');
  }
  return {
    name,
    description: bounded(fields, 'description', 2000) ?? null,
    regionId,
    countdown: countdown(fields),
    isPublished: (flag(fields, 'isPublished') ?? 1) === 1,
    sourceType,
    sourceId: sourceType === 'PULL' ? (sourceId ?? null) : null,
    encoderMode: choice(fields, 'encoderMode', ['PASSTHROUGH', 'ABR']) ?? 'PASSTHROUGH',
    themeId: wholeNumberField(fields, 'themeId') ?? null,
    thumbnail: images.get('thumbnailFile') ?? null,
    splashscreen: images.get('splashscreenFile') ?? null,
  };
}

/** Reads a file part to its end, keeping only its type and size; 400 unless it is a small image. */
export async function readImage(part: MultipartFile) {
  let size = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    if (head.length < 12) head = Buffer.concat([head, chunk.subarray(0, 12)]);
    size += chunk.length;
  }
  if (part.file.truncated || size > MOST_IMAGE_BYTES) {
    throw new ApiError(400, `The ${part.fieldname} must not be greater than 8192 kilobytes.`);
  }
  const mimeType = imageType(head);
  if (!mimeType) {
    throw new ApiError(400, `The ${part.fieldname} must be a file of type: jpeg, png, jpg, gif, webp.`);
  }
  return { mimeType, size };
}

/** By content, because the name and declared type of an upload may be wrong. */
function imageType(head: Buffer): string | undefined {
  const latin = head.toString('latin1');
  if (latin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (latin.startsWith('GIF87a') || latin.startsWith('GIF89a')) return 'image/gif';
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

function bounded(fields: Fields, field: string, most: number): string | undefined {
  const value = fields.get(field);
  if (value === undefined) return undefined;
  const length = [...value].length;
  if (length < 1 || length > most) throw new ApiError(400, `The ${field} must have 1 to ${most} characters.`);
  return value;
}

function wholeNumberField(fields: Fields, field: string): number | undefined {
  const value = fields.get(field);
  if (value === undefined || value === '') return undefined;
  if (!/^\d{1,12}$/.test(value)) throw new ApiError(400, `The ${field} must be an integer.`);
  return Number(value);
}

function flag(fields: Fields, field: string): number | undefined {
  const value = fields.get(field);
  if (value === undefined) return undefined;
  if (value !== '0' && value !== '1') throw new ApiError(400, `The ${field} must be 0 or 1.`);
  return Number(value);
}

function choice<T extends string>(fields: Fields, field: string, words: readonly T[]): T | undefined {
  const value = fields.get(field);
  if (value === undefined) return undefined;
  const word = words.find((w) => w === value);
  if (!word) throw new ApiError(400, `The selected ${field} is invalid: expected ${words.join(' or ')}.`);
  return word;
}

function countdown(fields: Fields) {
  const on = flag(fields, 'countdown') === 1;
  const startDate = fields.get('countdownStartDate');
  const timezone = fields.get('countdownTimezone');
  if (on && !startDate)
    throw new ApiError(400, 'The countdownStartDate field is required when countdown is 1.');
  if (on && !timezone)
    throw new ApiError(400, 'The countdownTimezone field is required when countdown is 1.');
  if (startDate && !isDate(startDate)) {
    throw new ApiError(400, 'The countdownStartDate does not match the format d.m.Y H:i:s.');
  }
  if (timezone && !timezones.includes(timezone)) {
    throw new ApiError(400, 'The countdownTimezone must be a valid time zone.');
  }
  return {
    isCountdown: on,
    startDate: on ? (startDate ?? null) : null,
    timezone: on ? (timezone ?? null) : null,
  };
}

/** Whether it is `d.m.Y H:i:s` with an existing day. */
function isDate(value: string): boolean {
  const parts = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(value)?.slice(1).map(Number);
  if (!parts) return false;
  const [day = 0, month = 0, year = 0, ...time] = parts;
  const date = new Date(Date.UTC(year, month - 1, day, ...time));
  const read = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
  const readTime = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return isDeepStrictEqual([...read, ...readTime], parts);
}
