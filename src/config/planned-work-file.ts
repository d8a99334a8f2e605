import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, parseDuration } from '../base/durations.ts';
import { quotedWords } from '../base/quoting.ts';
import { readIfThere, replaceFile, withLock } from './locked-file.ts';
import { ensurePrivateDirectory } from './paths.ts';
import type { ClusterTarget } from './resolve.ts';
import { ownUserName } from './team-directory.ts';

/** A line of the file. Times are Unix ms. */
export interface PlannedLine {
  /** Who announced it, if that is known. */
  readonly by?: string | undefined;
  /** Name of the profile or host, `*` for every cluster. */
  readonly cluster: string;
  readonly object: string;
  readonly from: number;
  readonly until: number;
  readonly note: string;
}

/** Work on an object that somebody else ended before its time, Unix ms. */
export interface Ending {
  readonly object: string;
  readonly at: number;
}

interface Reading {
  readonly lines: readonly PlannedLine[];
  readonly doubts: readonly string[];
}

/** One line for each planned work, in `maintenance.txt` or in such a file of each user of a team. */
export interface PlannedWorkFile {
  /** What is announced, and which lines are not understood, in words. Throws a `ConfigError`. */
  read(): Promise<Reading>;
  add(line: PlannedLine): Promise<void>;
  /** Ends the works on an object of a cluster; resolves to their number. */
  end(cluster: string, object: string, now: number): Promise<number>;
}

/** In the place of the end of a work. */
const ENDED = 'ended';
export const HEAD = '# begin  end or duration (2h)  profile or host or *  object  note\n';

/** The clusters of one program ask for the same file every ten seconds: it is read again when it has changed. */
const readings = new Map<string, { readonly version: string; readonly reading: Reading }>();

async function versionOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}

/** `maintenance.txt` in the state directory of this user. Other programs may append to it. */
export function openPlannedWork(stateDir: string, clock: Clock): PlannedWorkFile {
  const path = join(stateDir, 'maintenance.txt');
  const change = async (edit: Edit) => {
    await ensurePrivateDirectory(stateDir);
    await withLock(path, clock, async () => replaceFile(path, edit((await readIfThere(path)) ?? HEAD)));
  };
  return {
    async read() {
      const version = await versionOf(path);
      const before = readings.get(path);
      if (before?.version === version) return before.reading;
      // One that fails is tried again: a mode that changes leaves the file as it is.
      const { lines, doubts } = readable(parsePlanned((await readIfThere(path)) ?? ''), path);
      const reading = { lines: lines.map((line) => ({ ...line, by: ownUserName() })), doubts };
      readings.set(path, { version, reading });
      return reading;
    },
    add: (line) => change(withLine(written(line))),
    async end(cluster, object, now) {
      let ended = 0;
      await change((text) => {
        const rest = withoutWork(text, cluster, object, now);
        ended = rest.ended;
        return rest.text;
      });
      return ended;
    },
  };
}

/** A change of the text of a file. */
export type Edit = (text: string) => string;

export function withLine(line: string): Edit {
  return (text) => `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

export function withoutWork(text: string, cluster: string, object: string, now: number) {
  let ended = 0;
  const kept = text.split('\n').filter((one) => {
    const line = parseLine(one);
    const isIt = line?.object === object && isForCluster(line, cluster) && line.until > now;
    if (isIt) ended++;
    return !isIt;
  });
  return { text: kept.join('\n'), ended };
}

export function readable(
  { lines, unreadable }: Pick<ReturnType<typeof parsePlanned>, 'lines' | 'unreadable'>,
  path: string,
) {
  return {
    lines,
    doubts: unreadable.length === 0 ? [] : [`Not understood in ${path}: line ${unreadable.join(', ')}`],
  };
}

/** The cluster that a program watches, and whether its user lets work on all of it explain anything. */
export type PlannedFor = Pick<ClusterTarget, 'name' | 'wholeClusterWork'>;

/** Work lasts at most this long: whoever forgets it must not be blind for ever. */
const MOST_WORK_MS = 30 * DAY_MS;

/** The works of a cluster that count, and why others do not, in words. */
export function worksOf(
  lines: readonly PlannedLine[],
  { name, wholeClusterWork }: PlannedFor,
  now: number,
): { readonly works: readonly PlannedLine[]; readonly doubts: readonly string[] } {
  const own = lines.filter((line) => isForCluster(line, name));
  const refused = own.filter(({ object }) => object === 'cluster' && !wholeClusterWork);
  return {
    works: own
      .filter((line) => !refused.includes(line))
      .map((line) => ({ ...line, until: Math.min(line.until, line.from + MOST_WORK_MS) })),
    doubts: refused
      .filter(({ until }) => now < until)
      .map(({ by }) => `Work of ${by} on the whole cluster does not count: wholeClusterWork is not set`),
  };
}

/** Whether a line is about a cluster, by its profile or host. */
function isForCluster({ cluster }: PlannedLine, name: string): boolean {
  return cluster === '*' || cluster === name;
}

export function parsePlanned(text: string) {
  const lines: PlannedLine[] = [];
  const endings: Ending[] = [];
  /** Numbers of the lines that cannot be parsed, counted from 1. */
  const unreadable: number[] = [];
  for (const [index, one] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(one)) continue;
    const line = parseLine(one);
    const ending = line ? undefined : parseEnding(one);
    if (line) lines.push(line);
    else if (ending) endings.push(ending);
    else unreadable.push(index + 1);
  }
  return { lines, endings, unreadable };
}

/** Such as `2026-01-15T12:00Z ended * edge-1`. */
function parseEnding(text: string): Ending | undefined {
  const [time = '', ended, , object] = quotedWords(text);
  const at = Date.parse(time);
  return ended === ENDED && object && !Number.isNaN(at) ? { object, at } : undefined;
}

export function writtenEnding({ object, at }: Ending): string {
  return `${new Date(at).toISOString()} ${ENDED} * ${word(object)}`;
}

/** Such as `2026-01-15T12:00Z 2h prod edge-1 disk swap`; a name with blanks must be in double quotes. */
function parseLine(text: string): PlannedLine | undefined {
  const [begin, end, cluster, object, ...rest] = quotedWords(text);
  if (begin === undefined || end === undefined || cluster === undefined || !object) return undefined;
  const from = Date.parse(begin);
  const lasts = parseDuration(end);
  const until = lasts === undefined ? Date.parse(end) : from + lasts;
  if (!(from < until)) return undefined;
  return { cluster, object, from, until, note: rest.join(' ') };
}

export function written({ from, until, cluster, object, note }: PlannedLine): string {
  const times = [from, until].map((at) => new Date(at).toISOString());
  return [...times, word(cluster), word(object), note.replace(/["\n\r]/g, ' ')].join(' ').trimEnd();
}

function word(text: string): string {
  return /^[^\s"#]+$/.test(text) ? text : `"${text.replace(/["\n\r]/g, ' ')}"`;
}
