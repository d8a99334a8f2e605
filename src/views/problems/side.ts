import type { HitPart, Problem } from '../../triage/problem.ts';

const partWords: Readonly<Record<HitPart, string>> = {
  ingest: 'ingest',
  transcode: 'transcoding',
  delivery: 'delivery',
  data: 'neither: only what castwatch can see',
  journal: 'neither: only the journal',
};

/** Ingest, transcoding or delivery; undefined where that is not known. */
export function partsInWords({ parts }: Pick<Problem, 'parts'>): string | undefined {
  const words = parts.map((part) => partWords[part]);
  if (words.length < 2) return words[0];
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
