import type { Driver } from './driver.ts';

/** The resources whose freshness is in the header, by their names in a narrow window. */
export type Sign = 'dash' | 'topo' | 'jrnl' | 'strm';

const names: Readonly<Record<Sign, string>> = {
  dash: 'dash(?:board)?',
  topo: 'topo(?:logy)?',
  jrnl: '(?:jrnl|journal)',
  strm: '(?:strm|streams)',
};

export const signs = Object.keys(names) as readonly Sign[];

/** What says that a resource is stale: its words in the header, long and short, or the band of the blind monitor. */
export function staleSign(sign: Sign): RegExp {
  return new RegExp(`${names[sign]} STALE \\d|NO ANSWER`);
}

/** The state of the cluster in the header, once it has answered: well, not well, or not watched for long enough. */
export const ANSWERED = /✔ ok|[✖▲] \d|no problem so far/;

/** Waits until each of these has answered and is fresh, so that the header does not name it. */
export async function seesFresh(app: Driver, wanted: readonly Sign[] = signs): Promise<void> {
  await app.sees(ANSWERED);
  if (wanted === signs) await app.seesNo(/NO ANSWER/);
  for (const sign of wanted) await app.seesNo(new RegExp(`${names[sign]}(?:…| STALE)`));
}
