import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { bareTarget } from '../../src/cli/target/bare-target.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { type CaseNote, parseCaseNote } from '../../src/session/case/case-note.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { recordedInterval } from '../../src/session/replay-stack.ts';
import { incidentsOf } from '../../src/triage/incidents/incident.ts';
import { nameOf, type Problem } from '../../src/triage/problem.ts';

/** What `:case` saved, and what this program says at the end of its recording. */
export interface PlayedCase {
  readonly note: CaseNote;
  readonly problems: readonly Problem[];
}

export async function playCase(path: string): Promise<PlayedCase> {
  const tape = await openTape(path);
  const note = parseCaseNote((await tape.note()) ?? new Uint8Array());
  const target = { ...bareTarget('case', 'https://recording.invalid'), interval: recordedInterval(tape) };
  const session = openReplaySession({ ...target, readOnly: true }, tape, systemClock);
  session.monitor.start();
  session.replay.pause();
  session.replay.seek(tape.to ?? 0);
  await session.settled();
  const { problems } = session.triage.getState();
  await session.close();
  await tape.close();
  return { note, problems };
}

/** The cause of the first incident. */
export function firstIncident(problems: readonly Problem[]) {
  const [first] = incidentsOf(problems);
  return first && { kind: first.root.kind, severity: first.severity, name: nameOf(first.root.subject) };
}

/**
 * A regression test out of a case file: replays it, and compares the first incident. `name` is that in the file, where
 * all names are replaced. Put the file beside the test and call this with its path.
 */
export function testCase(
  path: string,
  expected: Partial<NonNullable<ReturnType<typeof firstIncident>>>,
): void {
  test(`case ${basename(path)} begins with ${expected.kind}`, async () => {
    const { note, problems } = await playCase(path);
    expect(firstIncident(problems), note.should).toMatchObject(expected);
  });
}
