import { z } from 'zod';
import { envelope, wrapper } from './envelope.ts';
import { amount, maybe } from './read.ts';

/** `api.md` A13: the four settings as wrappers; a null limit means no limit. */
export const transcodeSettingsSchema = envelope(
  z.object({
    attributes: z.object({
      ffmpegPath: maybe(wrapper(maybe(z.string()))),
      ffmpegCommand: maybe(wrapper(maybe(z.string()))),
      transcodeTaskLimit: maybe(wrapper(maybe(amount))),
      thumbGenerateTaskLimit: maybe(wrapper(maybe(amount))),
    }),
  }),
);
export type TranscodeSettings = z.infer<typeof transcodeSettingsSchema>['data']['attributes'];

/** Body of A13: what is left out stays, null clears a limit. */
export interface TranscodeSettingsInput {
  readonly ffmpegPath?: string;
  readonly ffmpegCommand?: string;
  readonly transcodeTaskLimit?: number | null;
  readonly thumbGenerateTaskLimit?: number | null;
}

/** Placeholders of `ffmpegCommand` (`api.md`, Transcode settings). */
export const ffmpegPlaceholders = [
  '{SOURCE_INPUT}',
  '{VIDEO_ENCODER}',
  '{AUDIO_ENCODER}',
  '{STREAM_OUTPUT}',
] as const;

/** `api.md` A14. The value may be masked, and may be readable although `masked` is true: never show it then. */
export const licenseSchema = envelope(
  z.object({ attributes: z.object({ licenseKey: wrapper(maybe(z.string())) }) }),
);
export type License = z.infer<typeof licenseSchema>['data']['attributes'];
