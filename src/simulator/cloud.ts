import type { CloudForm, CloudImage } from './cloud-form.ts';
import { ApiError } from './errors.ts';
import { hash, unit } from './rng.ts';

/** Themes that exist in the account; the first is the default. */
const themes = [
  { id: 1, name: 'Default', isDefault: 1 },
  { id: 2, name: 'Dark', isDefault: 0 },
  { id: 3, name: 'Corporate', isDefault: 0 },
];
/** Ids of the pull sources that exist in the account. */
const sourceIds = [1, 2, 3];

/** The streams of a cloud account (B1). The plan of the account limits how many are live at once. */
export class CloudStreams {
  readonly #seed: number;
  readonly #liveLimit: number;
  #created = 0;
  #live = 0;

  constructor(seed: number, liveLimit: number) {
    this.#seed = seed;
    this.#liveLimit = liveLimit;
  }

  create(form: CloudForm, now: number): Record<string, unknown> {
    if (form.sourceId !== null && !sourceIds.includes(form.sourceId)) {
      throw new ApiError(404, 'Stream source not found');
    }
    const theme = themes.find((t) => t.id === (form.themeId ?? 1));
    if (!theme) throw new ApiError(404, 'Theme not found');
    if (form.isPublished && this.#live >= this.#liveLimit) {
      throw new ApiError(
        403,
        `The limit of ${this.#liveLimit} concurrent live streams of your plan is exceeded. End a stream or change the plan.`,
      );
    }
    const n = ++this.#created;
    if (form.isPublished) this.#live++;
    const word = (k: number) => hash(this.#seed, 101, n, k).toString(36).padStart(7, '0');
    const image = (what: string, file: CloudImage | null) =>
      file && {
        url: `https://media.cast.example/${word(5)}/${what}`,
        mimeType: file.mimeType,
        size: file.size,
      };
    return {
      streamKey: `${word(1)}${word(2)}`,
      name: form.name,
      description: form.description,
      regionId: form.regionId,
      isPublished: form.isPublished,
      countdown: form.countdown,
      sourceType: form.sourceType,
      encoderMode: form.encoderMode,
      credentials: {
        username: `cast-${word(3)}`,
        password: `${word(4)}${Math.floor(unit(this.#seed, 102, n) * 90 + 10)}`,
      },
      thumbnail: image('thumbnail', form.thumbnail),
      splashscreen: image('splashscreen', form.splashscreen),
      source: form.sourceId === null ? null : { id: form.sourceId },
      targets: [],
      themeId: theme.id,
      theme,
      isCreated: true,
      createdAt: new Date(now).toISOString(),
    };
  }
}
