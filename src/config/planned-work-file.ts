import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { parseDuration } from '../base/durations.ts';
import { quotedWords } from '../base/quoted-words.ts';
import { readIfThere, replaceFile, withLock } from './locked-file.ts';
import { ensurePrivateDirectory } from './paths.ts';

/** A line of the file. Times are Unix ms. */
export interface PlannedLine {
  /** Name of the profile or host, `*` for every cluster. */
  readonly cluster: string;
  readonly object: string;
  readonly from: number;
  readonly until: number;
  readonly note: string;
}

export interface PlannedLines {
  readonly lines: readonly PlannedLine[];
  /** Numbers of the lines that cannot be parsed, counted from 1. */
  readonly unreadable: readonly number[];
}

/** `maintenance.txt` in the state directory: one line for each planned work. Other programs may append to it. */
export interface PlannedWorkFile {
  readonly path: string;
  read(): Promise<PlannedLines>;
  add(line: PlannedLine): Promise<void>;
  /** Ends the works on an object of a cluster; resolves to their number. */
  end(cluster: string, object: string, now: number): Promise<number>;
}

const HEAD = '# begin  end or duration (2h)  profile or host or *  object  note\n';

export function openPlannedWork(stateDir: string, clock: Clock): PlannedWorkFile {
  const path = join(stateDir, 'maintenance.txt');
  const change = async (edit: (text: string) => string) => {
    await ensurePrivateDirectory(stateDir);
    await withLock(path, clock, async () => replaceFile(path, edit((await readIfThere(path)) ?? HEAD)));
  };
  return {
    path,
    read: async () => parsePlanned((await readIfThere(path)) ?? ''),
    add: (line) =>
      change((text) => `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${written(line)}\n`),
    async end(cluster, object, now) {
      let ended = 0;
      await change((text) => {
        const kept = text.split('\n').filter((one) => {
          const line = parseLine(one);
          const isIt = line?.object === object && isForCluster(line, cluster) && line.until > now;
          if (isIt) ended++;
          return !isIt;
        });
        return kept.join('\n');
      });
      return ended;
    },
  };
}

/** Whether a line is about a cluster, by its profile or host. */
export function isForCluster({ cluster }: PlannedLine, name: string): boolean {
  return cluster === '*' || cluster === name;
}

export function parsePlanned(text: string): PlannedLines {
  const lines: PlannedLine[] = [];
  const unreadable: number[] = [];
  for (const [index, one] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(one)) continue;
    const line = parseLine(one);
    if (line) lines.push(line);
    else unreadable.push(index + 1);
  }
  return { lines, unreadable };
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

function written({ from, until, cluster, object, note }: PlannedLine): string {
  const word = (text: string) => (/^[^\s"#]+$/.test(text) ? text : `"${text.replace(/["\n\r]/g, ' ')}"`);
  const times = [from, until].map((at) => new Date(at).toISOString());
  return [...times, word(cluster), word(object), note.replace(/["\n\r]/g, ' ')].join(' ').trimEnd();
}
