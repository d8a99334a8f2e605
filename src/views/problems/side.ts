import type { HitPart, Problem } from '../../triage/problem.ts';

/** What is beside the way is not named yet, but where nothing else is hit. */
const partWords: Readonly<Record<HitPart, string | undefined>> = {
  ingest: 'ingest',
  transcode: 'transcoding',
  delivery: 'delivery',
  'control plane': undefined,
  limits: undefined,
  data: 'none: only the data of castwatch',
  journal: 'none: only the journal',
};

/** Ingest, transcoding or delivery; undefined where that is not known. */
export function partsInWords({ parts }: Pick<Problem, 'parts'>): string | undefined {
  const words = parts.flatMap((part) => partWords[part] ?? []);
  if (words.length < 2) return words[0];
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
