import { z } from 'zod';
import { amount, items, maybe } from './read.ts';

/** Words that B1 accepts when sending; responses may carry others (`field-notes.md`). */
export const sourceTypes = ['PUSH', 'PULL'] as const;
export const encoderModes = ['PASSTHROUGH', 'ABR'] as const;
/** Limits of B1 (`api.md`, Limits): characters, and bytes of one image. */
export const cloudLimits = { nameMax: 255, descriptionMax: 2000, imageBytes: 8192 * 1024 } as const;
export const imageFormats = ['jpeg', 'png', 'gif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** A stream of interface B (`api.md`, Cloud stream). Shapes that the contract does not show stay unknown. */
export const cloudStreamSchema = z.object({
  streamKey: z.string(),
  name: maybe(z.string()),
  description: maybe(z.string()),
  regionId: maybe(amount),
  isPublished: maybe(z.boolean()),
  countdown: maybe(
    z.object({ isCountdown: maybe(z.boolean()), startDate: maybe(z.string()), timezone: maybe(z.string()) }),
  ),
  sourceType: maybe(z.string()),
  encoderMode: maybe(z.string()),
  credentials: maybe(z.object({ username: maybe(z.string()), password: maybe(z.string()) })),
  thumbnail: z.unknown().optional(),
  splashscreen: z.unknown().optional(),
  source: z.unknown().optional(),
  targets: maybe(z.array(z.unknown())),
  themeId: maybe(amount),
  theme: maybe(z.object({ id: maybe(amount), name: maybe(z.string()), isDefault: maybe(amount) })),
  isCreated: maybe(z.boolean()),
  createdAt: maybe(z.string()),
});
export type CloudStream = z.infer<typeof cloudStreamSchema>;
export const cloudCreatedSchema = z.object({ message: maybe(z.string()), stream: cloudStreamSchema });
export type CloudCreated = z.infer<typeof cloudCreatedSchema>;

const regionSchema = z.object({
  id: amount,
  name: z.string(),
  coordinates: maybe(z.object({ lat: amount, lon: amount })),
  url: maybe(z.string()),
  pos: maybe(amount),
});
export type Region = z.infer<typeof regionSchema>;

/** `api.md` B2. */
export const possibleValuesSchema = z.object({
  possibleValues: z.object({
    timezones: maybe(items('possibleValues.timezones', z.string())),
    regions: maybe(items('possibleValues.regions', regionSchema)),
    isTranscodingEnabled: maybe(z.boolean()),
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
