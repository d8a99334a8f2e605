import type { Trend } from './facts.ts';

/** Figures of one problem over the last minutes, oldest first. */
export type Figures = readonly { readonly at: number; readonly value: number }[];

const SPAN_MS = 300_000;
const APART_MS = 5_000;
/** Smaller changes of the mean count as steady. */
const STEADY_SHARE = 0.04;

/** Adds a figure, and removes those older than five minutes. */
export function addFigure(figures: Figures, at: number, value: number): Figures {
  const last = figures.at(-1);
  if (last && at - last.at < APART_MS) return figures;
  return [...figures.filter((one) => one.at > at - SPAN_MS), { at, value }];
}

/** Compares the last third of the figures with the first third. */
export function trendOf(figures: Figures): Trend {
  if (figures.length < 3) return 'steady';
  const third = Math.floor(figures.length / 3);
  const before = mean(figures.slice(0, third));
  const after = mean(figures.slice(-third));
  const least = STEADY_SHARE * Math.max(Math.abs(before), Math.abs(after));
  if (Math.abs(after - before) <= least) return 'steady';
  return after > before ? 'rising' : 'falling';
}

function mean(figures: Figures): number {
  return figures.reduce((sum, { value }) => sum + value, 0) / figures.length;
}
