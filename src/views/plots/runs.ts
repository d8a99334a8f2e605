import type { Tone } from '../../base/text.ts';

/** A span that cells are still added to. */
export interface Run {
  text: string;
  readonly tone: Tone;
}

/** Adds a cell: those of one tone beside each other are one span. */
export function addCell(runs: Run[], text: string, tone: Tone): void {
  const last = runs.at(-1);
  if (last?.tone === tone) last.text += text;
  else runs.push({ text, tone });
}
