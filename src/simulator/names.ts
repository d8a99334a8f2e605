import { hash, pick } from './rng.ts';

/** A location of servers; its region is the name of the group. */
export interface Site {
  readonly code: string;
  readonly group: string;
}

/** Two locations per region, in the order in which a growing cluster uses them. */
export const sites: readonly (readonly [Site, Site])[] = [
  ['eu-central', 'fra', 'ams'],
  ['us-east', 'iad', 'nyc'],
  ['us-west', 'pdx', 'sjc'],
  ['ap-northeast', 'nrt', 'icn'],
  ['eu-west', 'lhr', 'dub'],
  ['sa-east', 'gru', 'eze'],
  ['ap-southeast', 'sin', 'bkk'],
  ['eu-north', 'arn', 'hel'],
  ['oceania', 'syd', 'akl'],
  ['af-south', 'jnb', 'cpt'],
  ['me-central', 'dxb', 'doh'],
  ['ap-south', 'bom', 'maa'],
].map(([group, a, b]) => [
  { code: a as string, group: group as string },
  { code: b as string, group: group as string },
]);

/** Names of the applications that publishers send to. */
const ingestNames = ['live', 'events', 'sports', 'news', 'studio', 'arena', 'church', 'campus'];

/** The n-th ingest application: `live`, `events`, … `live-2`. */
export function ingestName(n: number): string {
  const round = Math.floor(n / ingestNames.length);
  const name = ingestNames[n % ingestNames.length] as string;
  return round === 0 ? name : `${name}-${round + 1}`;
}

const subjects = `arena stadium newsroom keynote chapel court city-council harbour match studio lecture radio
  festival race weather market gallery summit concert são-paulo zürich 東京`.split(/\s+/);
const shots = ['main', 'cam-1', 'cam-2', 'wide', 'backstage', 'hd', 'press', 'floor', 'drone', 'replay'];

/** A unique stream key: a number is added once the plain names are used up. */
export function streamKey(seed: number, index: number): string {
  const plain = subjects.length * shots.length;
  const place = (index + (hash(seed, 11) % plain)) % plain;
  // 220 pairs, in a stride without a common factor with that number, so that neighbours differ.
  const pair = (place * 47) % plain;
  const name = `${pick(subjects, pair % subjects.length)}-${pick(shots, Math.floor(pair / subjects.length))}`;
  const round = Math.floor(index / plain);
  return round === 0 ? name : `${name}-${round + 1}`;
}

/** Rendition ladders, by number of renditions. */
export const ladders: readonly (readonly string[])[] = [
  [],
  ['480p'],
  ['720p', '360p'],
  ['1080p', '720p', '480p'],
  ['1080p', '720p', '480p', '240p'],
];
