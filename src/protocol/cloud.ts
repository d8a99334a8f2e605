import * as z from 'zod';
import { orEmpty } from './envelope.ts';
import { degrees, exact, flag, longText, maybe, nested, number, text } from './leaves.ts';

/** Words that B1 accepts in requests; responses may contain others. */
export const sourceTypes = ['PUSH', 'PULL'] as const;
export const encoderModes = ['PASSTHROUGH', 'ABR'] as const;
/** Limits of B1: characters, and bytes of one image. */
export const cloudLimits = { nameMax: 255, descriptionMax: 2000, imageBytes: 8192 * 1024 } as const;
export const imageFormats = ['jpeg', 'png', 'gif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/**
 * A stream of interface B (B1). The response comes only once, so every field may be missing without the loss of
 * others. Members without a specified shape are kept with their nested content.
 */
export const cloudStreamSchema = z.object({
  streamKey: maybe(exact),
  name: maybe(text),
  description: maybe(longText),
  regionId: maybe(number),
  isPublished: maybe(flag),
  countdown: maybe(z.object({ isCountdown: maybe(flag), startDate: maybe(text), timezone: maybe(text) })),
  sourceType: maybe(text),
  encoderMode: maybe(text),
  credentials: maybe(z.object({ username: maybe(exact), password: maybe(exact) })),
  thumbnail: maybe(nested),
  splashscreen: maybe(nested),
  source: maybe(nested),
  targets: maybe(z.array(nested)),
  themeId: maybe(number),
  theme: maybe(z.object({ id: maybe(number), name: maybe(text), isDefault: maybe(number) })),
  isCreated: maybe(flag),
  createdAt: maybe(text),
});
export type CloudStream = z.infer<typeof cloudStreamSchema>;
export const cloudCreatedSchema = z.object({ message: maybe(longText), stream: orEmpty(cloudStreamSchema) });

/** A region without a name is named by its id, which requests use. */
const regionSchema = z
  .object({
    id: number,
    name: maybe(text),
    coordinates: maybe(z.object({ lat: maybe(degrees), lon: maybe(degrees) })),
    url: maybe(text),
    pos: maybe(number),
  })
  .transform((region) => ({ ...region, name: region.name ?? `Region ${region.id}` }));
export type Region = z.infer<typeof regionSchema>;

/** B2: the values that a new stream may have. */
export const possibleValuesSchema = z.object({
  possibleValues: z.object({
    timezones: maybe(z.array(text)),
    regions: maybe(z.array(regionSchema)),
    isTranscodingEnabled: maybe(flag),
  }),
});
export type PossibleValues = z.infer<typeof possibleValuesSchema>['possibleValues'];

/** A file of the multipart body: a path on disk, streamed while it is sent. */
export interface FilePart {
  readonly path: string;
  readonly format: ImageFormat;
  /** Bytes. */
  readonly size: number;
}

/** Body of B1. `countdownStartDate` is `d.m.Y H:i:s`. */
export interface CloudStreamInput {
  readonly name: string;
  readonly description?: string;
  readonly regionId: number;
  readonly countdown?: boolean;
  readonly countdownStartDate?: string;
  readonly countdownTimezone?: string;
  readonly isPublished?: boolean;
  readonly sourceType?: (typeof sourceTypes)[number];
  readonly sourceId?: number;
  readonly encoderMode?: (typeof encoderModes)[number];
  readonly themeId?: number;
  readonly thumbnailFile?: FilePart;
  readonly splashscreenFile?: FilePart;
}
