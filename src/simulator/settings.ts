/** Transcoder settings as stored on the server (A13). */
export interface TranscodeSettings {
  ffmpegPath: string;
  ffmpegCommand: string;
  transcodeTaskLimit: number | null;
  thumbGenerateTaskLimit: number | null;
}

export type TranscodeField = keyof TranscodeSettings;

/** Settings that can be changed, and those that an environment variable fixes. */
export class Settings {
  readonly transcode: TranscodeSettings;
  /** The environment variable that fixes a field. */
  readonly transcodeLocks = new Map<TranscodeField, string>([['ffmpegPath', 'STORM_FFMPEG_PATH']]);
  licenseKey = '7F3A-91C4-D2E8-55B0-CAST';
  /** The environment variable that fixes the license key; undefined: it can be changed. */
  licenseLockedBy: string | undefined;

  /** @param taskLimit initial limit of tasks per transcoder */
  constructor(taskLimit: number | null) {
    this.transcode = {
      ffmpegPath: '/usr/bin/ffmpeg',
      ffmpegCommand:
        '-i {SOURCE_INPUT} -c:v {VIDEO_ENCODER} -preset veryfast -c:a {AUDIO_ENCODER} -f flv {STREAM_OUTPUT}',
      transcodeTaskLimit: taskLimit,
      thumbGenerateTaskLimit: 4,
    };
  }
}
