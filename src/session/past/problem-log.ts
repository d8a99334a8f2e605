import { zstdDecompressSync } from 'node:zlib';
import type { Clock } from '../../base/clock.ts';
import type { Readable } from '../../base/readable.ts';
import { compressNow } from '../../recording/frame.ts';
import type { TriageState } from '../../triage/engine.ts';
import { inIncidentOrder } from '../../triage/incidents/incident.ts';
import type { Problem } from '../../triage/problem.ts';

/** Limit of the packed chapters, bytes. Ten problems whose figures change with every poll fit for hours. */
export const MAX_PACKED_BYTES = 2 * 1024 * 1024;
/** A chapter with this many problems in its changes is compressed: as objects they take up to 1 MB. */
const CHAPTER_PROBLEMS = 1_000;

export interface ProblemLog {
  /** The problems that were current at that moment, worst first; undefined if it is no longer known. */
  at(moment: number): readonly Problem[] | undefined;
  /** Number of stored changes, each of one problem. */
  readonly size: number;
  /** Bytes of the packed chapters, at most `MAX_PACKED_BYTES`. */
  readonly packedBytes: number;
  close(): void;
}

/** A problem appeared or changed; without `problem`, it cleared. */
interface Change {
  readonly at: number;
  readonly key: string;
  readonly problem?: Problem;
}

/** The problems that were current at its start, and the changes since. */
interface Chapter {
  readonly stood: readonly Problem[];
  readonly changes: Change[];
}

/** A chapter as compressed JSON: a twentieth of the memory, because problems repeat. */
interface PackedChapter {
  /** Start of the chapter, Unix ms. */
  readonly from: number;
  readonly size: number;
  readonly bytes: Buffer;
}

/**
 * Remembers which problems were current at which time. It stores differences, because a whole list for each change
 * would grow with the square of the number of problems.
 */
export function logProblems(triage: Readable<TriageState>, clock: Clock): ProblemLog {
  const packed: PackedChapter[] = [];
  let open: Chapter = { stood: [], changes: [] };
  let openFrom = Number.NEGATIVE_INFINITY;
  let standing = new Map<string, Problem>();
  let seen: readonly Problem[] | undefined;
  let openProblems = 0;
  const packedBytes = () => packed.reduce((sum, { bytes }) => sum + bytes.length, 0);

  const follow = () => {
    const { problems } = triage.getState();
    if (problems === seen) return;
    seen = problems;
    const at = clock.now();
    const next = new Map(problems.map((problem) => [problem.key, problem]));
    for (const [key, problem] of next) {
      if (standing.get(key) === problem) continue;
      open.changes.push({ at, key, problem });
      openProblems += 1 + (problem.folded?.first.length ?? 0);
    }
    for (const key of standing.keys()) {
      if (!next.has(key)) open.changes.push({ at, key });
    }
    standing = next;
    if (openProblems < CHAPTER_PROBLEMS) return;
    packed.push({ from: openFrom, size: open.changes.length, bytes: packChapter(open) });
    open = { stood: problems, changes: [] };
    openFrom = at;
    openProblems = 0;
    while (packedBytes() > MAX_PACKED_BYTES) packed.shift();
  };
  const chapterOf = (moment: number): Chapter | undefined => {
    if (moment >= openFrom) return open;
    const chapter = packed.findLast(({ from }) => from <= moment);
    return chapter && unpackChapter(chapter.bytes);
  };

  follow();
  const off = triage.subscribe(follow);
  return {
    at(moment) {
      const chapter = chapterOf(moment);
      if (!chapter) return undefined;
      const stood = new Map(chapter.stood.map((problem) => [problem.key, problem]));
      for (const { at, key, problem } of chapter.changes) {
        if (at > moment) break;
        if (problem) stood.set(key, problem);
        else stood.delete(key);
      }
      return inIncidentOrder([...stood.values()]);
    },
    get size() {
      return packed.reduce((sum, chapter) => sum + chapter.size, open.changes.length);
    },
    get packedBytes() {
      return packedBytes();
    },
    close: off,
  };
}

function packChapter(chapter: Chapter): Buffer {
  return compressNow(Buffer.from(JSON.stringify(chapter)));
}

function unpackChapter(bytes: Buffer): Chapter {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
}
