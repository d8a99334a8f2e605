import { ApiError } from './errors.ts';
import { hash, unit } from './rng.ts';

/** Regions by id. */
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

/** Themes that exist in the account; the first is the default. */
const themes = [
  { id: 1, name: 'Default', isDefault: 1 },
  { id: 2, name: 'Dark', isDefault: 0 },
  { id: 3, name: 'Corporate', isDefault: 0 },
];
/** Ids of the pull sources that exist in the account. */
const sourceIds = [1, 2, 3];

/** A checked form of B1. */
export interface CloudForm {
  readonly name: string;
  readonly description: string | null;
  readonly regionId: number;
  readonly countdown: { readonly isCountdown: boolean; startDate: string | null; timezone: string | null };
  readonly isPublished: boolean;
  readonly sourceType: 'PUSH' | 'PULL';
  readonly sourceId: number | null;
  readonly encoderMode: 'PASSTHROUGH' | 'ABR';
  readonly themeId: number | null;
  readonly thumbnail: CloudImage | null;
  readonly splashscreen: CloudImage | null;
}

export interface CloudImage {
  readonly mimeType: string;
  readonly size: number;
}

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
