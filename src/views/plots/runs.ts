import type { Tone } from '../../base/text.ts';

/** A span to which cells are still added. */
export interface Run {
  text: string;
  readonly tone: Tone;
}

/** Adds a cell; neighbouring cells of the same tone are one span. */
export function addCell(runs: Run[], text: string, tone: Tone): void {
  const last = runs.at(-1);
  if (last?.tone === tone) last.text += text;
  else runs.push({ text, tone });
}
