import { rate, type Units } from '../../base/format.ts';
import type { Levels } from '../formats/tones.ts';

/** A series of the history for a chart. */
export interface Series {
  readonly key: string;
  readonly format: (value: number | null | undefined) => string;
  readonly limit?: number | null | undefined;
  /** Values from here on are coloured as warning or critical, in percent of the limit; undefined: never. */
  readonly levels?: Levels | undefined;
  readonly top?: number | undefined;
}

export interface TitledSeries extends Series {
  readonly title: string;
}

/** Incoming and outgoing traffic of the object with this prefix in the history, such as `stream/ID`. */
export function trafficSeries(place: string, units: Units): readonly TitledSeries[] {
  const format = (value: number | null | undefined) => rate(value, units);
  return [
    { key: `${place}/in`, title: 'In', format },
    { key: `${place}/out`, title: 'Out', format },
  ];
}
