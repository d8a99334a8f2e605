import type { Line } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import { rateShort } from '../../views/format.ts';
import { bar } from '../../views/plots.ts';
import type { View } from '../view.ts';

interface Rated {
  readonly inBandwidth?: number | null | undefined;
  readonly outBandwidth?: number | null | undefined;
}

/** Greatest rates among the rows in sight: what the bars of in and out are measured against. */
export interface RateScale {
  readonly in: number;
  readonly out: number;
}

/** The greatest rates of the rows; those not loaded count as nothing. */
export function rateScale(rows: Iterable<Rated | undefined>): RateScale {
  let incoming = 0;
  let outgoing = 0;
  for (const row of rows) {
    incoming = Math.max(incoming, row?.inBandwidth ?? 0);
    outgoing = Math.max(outgoing, row?.outBandwidth ?? 0);
  }
  return { in: incoming, out: outgoing };
}

const RATE = 6;
const SHORTEST_BAR = 4;

/** A rate and, where there is room, its bar against the greatest in sight. */
export function rateCell(
  value: number | null | undefined,
  greatest: number,
  direction: 'in' | 'out',
  width: number,
  view: View,
): Line {
  const text = { text: fit(rateShort(value, view.display.units), RATE, 'right'), tone: direction };
  const room = width - RATE - 1;
  if (room < SHORTEST_BAR || value == null) return [text];
  return [text, { text: ' ' }, ...bar(greatest > 0 ? value / greatest : 0, room, direction)];
}
