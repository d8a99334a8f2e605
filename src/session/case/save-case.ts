import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { turn } from '../../base/turn.ts';
import { ensurePrivateDirectory } from '../../config/paths.ts';
import { type EndpointName, endpoints } from '../../protocol/endpoints.ts';
import type { TapeEntry } from '../../recording/entry.ts';
import type { RingTape } from '../../recording/ring-tape.ts';
import { writeTape } from '../../recording/write-tape.ts';
import type { TriageState } from '../../triage/engine.ts';
import { nameOf, type Problem } from '../../triage/problem.ts';
import type { CaseNote, CaseProblem } from './case-note.ts';
import { knowNames, replaceNames, replacePath } from './replaced-body.ts';
import { createReplacedNames, type ReplacedNames } from './replaced-names.ts';

/** Length of a case, ms. */
const KEPT_MS = 20 * MINUTE_MS;
/** Endpoints that problems are judged by. Others are requested only for a single stream or viewer. */
const KEPT: ReadonlySet<EndpointName> = new Set([
  'dashboard',
  'topology',
  'journal',
  'streams',
  'applications',
]);

export interface CaseSource {
  readonly ring: Pick<RingTape, 'entriesFrom'>;
  readonly triage: Pick<TriageState, 'problems' | 'cleared'>;
  readonly clock: Clock;
  readonly stateDir: string;
  /** Names of the cluster, its address, and the user. */
  readonly names: readonly string[];
}

/**
 * Saves the last twenty minutes as a recording without names, together with the reported problems and the user's
 * expectation. Resolves to the path of the new file (0600). Rejects with a `TapeError`, or if the directory cannot
 * be created.
 */
export async function saveCase(source: CaseSource, should: string): Promise<string> {
  const { ring, triage, clock, stateDir } = source;
  const now = clock.now();
  const from = now - KEPT_MS;
  const names = createReplacedNames();
  for (const name of source.names) names.know(name);
  for await (const { body } of keptEntries(ring, from)) knowNames(jsonOf(body), names);
  const said = [...triage.problems, ...triage.cleared.filter(({ clearedAt = 0 }) => clearedAt >= from)];
  const note: CaseNote = {
    schema: 'castwatch/case/1',
    savedAt: new Date(now).toISOString(),
    should: names.text(should),
    said: said.map((problem) => problemOf(problem, names)),
  };
  const directory = join(stateDir, 'cases');
  await ensurePrivateDirectory(stateDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `case-${new Date(now).toISOString().replace(/[:.]/g, '-')}.tape`);
  const about = { session: from, cluster: 'case', note: Buffer.from(JSON.stringify(note)) };
  await writeTape(path, about, withoutNames(keptEntries(ring, from), names));
  return path;
}

/** Yields to other work in between, because parsing twenty minutes takes seconds. */
async function* keptEntries(ring: CaseSource['ring'], from: number): AsyncIterable<TapeEntry> {
  for await (const entry of ring.entriesFrom(from)) {
    if (!KEPT.has(entry.endpoint)) continue;
    yield entry;
    await turn();
  }
}

async function* withoutNames(
  entries: AsyncIterable<TapeEntry>,
  names: ReplacedNames,
): AsyncIterable<TapeEntry> {
  for await (const { at, endpoint, path, status, code, duration, body } of entries) {
    const replaced = replacePath(path, endpoints[endpoint].path, names);
    if (replaced === undefined) continue;
    const json = jsonOf(body);
    yield {
      at,
      endpoint,
      path: replaced,
      status,
      code,
      contentType: 'application/json',
      duration,
      body: json === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(replaceNames(json, names))),
    };
  }
}

/** Undefined for a body that is not JSON, such as the error page of a proxy. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The members that can be compared with a replay: texts are made from facts, which contain names. */
function problemOf(problem: Problem, names: ReplacedNames): CaseProblem {
  const { kind, form, severity, subject, parts, since, noticedAt, clearedAt, hit } = problem;
  const name = nameOf(subject);
  return {
    kind,
    form: form ?? null,
    severity,
    subject: { kind: subject.kind, name: subject.kind === 'journal' ? names.text(name) : names.name(name) },
    parts,
    since: new Date(since.at).toISOString(),
    noticedAt: new Date(noticedAt).toISOString(),
    clearedAt: clearedAt === undefined ? null : new Date(clearedAt).toISOString(),
    viewers: hit.viewers?.count ?? null,
  };
}
