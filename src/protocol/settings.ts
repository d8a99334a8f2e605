import * as z from 'zod';
import { type AttributesOf, wrapper, writeEnvelope } from './envelope.ts';
import { exact, maybe, number } from './leaves.ts';

/** A13: the four settings as wrappers; a null limit means no limit. */
export const transcodeSettingsSchema = writeEnvelope(
  z.object({
    attributes: maybe(
      z.object({
        ffmpegPath: maybe(wrapper(exact)),
        ffmpegCommand: maybe(wrapper(exact)),
        transcodeTaskLimit: maybe(wrapper(number)),
        thumbGenerateTaskLimit: maybe(wrapper(number)),
      }),
    ),
  }),
);
export type TranscodeSettings = AttributesOf<typeof transcodeSettingsSchema>;

/** Body of A13: a missing member is not changed, null removes a limit. */
export interface TranscodeSettingsInput {
  readonly ffmpegPath?: string;
  readonly ffmpegCommand?: string;
  readonly transcodeTaskLimit?: number | null;
  readonly thumbGenerateTaskLimit?: number | null;
}

/** Placeholders of `ffmpegCommand`. */
export const ffmpegPlaceholders = [
  '{SOURCE_INPUT}',
  '{VIDEO_ENCODER}',
  '{AUDIO_ENCODER}',
  '{STREAM_OUTPUT}',
] as const;

/** A14. The value may be masked. It may also be readable although `masked` is true; it must not be shown then. */
export const licenseSchema = writeEnvelope(
  z.object({ attributes: maybe(z.object({ licenseKey: maybe(wrapper(exact)) })) }),
);
