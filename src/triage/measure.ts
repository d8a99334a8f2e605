import { type Figure, type Measure, unitOf } from './facts.ts';
import type { Subject } from './problem.ts';

type Values = Pick<Measure, 'value' | 'normal' | 'limit'>;

/** A measure with its unit. */
export function measured(figure: Figure, series: string | undefined, values: Values = {}): Measure {
  return { figure, unit: unitOf[figure], series, ...values };
}

/** A figure of the cluster or of a group. */
export function totalMeasure(figure: Figure, group: string | undefined, values?: Values): Measure {
  return measured(figure, group === undefined ? `total/${figure}` : `group/${group}/${figure}`, values);
}

/**
 * The measure for a problem without a figure of its own: the most important figure of its object; for the cluster
 * or a group the viewers.
 */
export function measureOfPlace(subject: Subject): Measure | undefined {
  switch (subject.kind) {
    case 'server':
      return measured('out', `server/${subject.name}/out`);
    case 'application':
      return measured('latency', `application/${subject.id ?? subject.name}/latency`);
    case 'stream':
      return measured('in', `stream/${subject.id}/in`);
    case 'group':
      return totalMeasure('viewers', subject.name);
    case 'cluster':
      return totalMeasure('viewers', undefined);
    default:
      return undefined;
  }
}
