import type { Tone } from '../base/text.ts';

/** A series of the history as a chart shows it. */
export interface Series {
  readonly key: string;
  readonly tone: Tone;
  readonly format: (value: number | null | undefined) => string;
  readonly limit?: number | null | undefined;
  readonly top?: number | undefined;
}

export interface TitledSeries extends Series {
  readonly title: string;
}
