import { rate, type Units } from '../../base/format.ts';
import type { Tone } from '../../base/text.ts';
import type { Levels } from '../formats/tones.ts';

/** A series of the history as a chart shows it. */
export interface Series {
  readonly key: string;
  readonly tone: Tone;
  readonly format: (value: number | null | undefined) => string;
  readonly limit?: number | null | undefined;
  /** From where on values call, in percent of the limit; undefined: they never do. */
  readonly levels?: Levels | undefined;
  readonly top?: number | undefined;
}

export interface TitledSeries extends Series {
  readonly title: string;
}

/** Incoming and outgoing traffic of what the history keeps under `place`, such as `stream/ID`. */
export function trafficSeries(place: string, units: Units): readonly TitledSeries[] {
  const format = (value: number | null | undefined) => rate(value, units);
  return [
    { key: `${place}/in`, title: 'In', tone: 'in', format },
    { key: `${place}/out`, title: 'Out', tone: 'out', format },
  ];
}
