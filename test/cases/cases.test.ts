import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { bareTarget } from '../../src/cli/cluster/bare-target.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { recordedInterval } from '../../src/session/replay-stack.ts';
import { incidentsOf } from '../../src/triage/incidents/incident.ts';
import { nameOf } from '../../src/triage/problem.ts';

/** Recordings beside this file, with the cause of what must be the first incident at their end. */
test.each([['edge-near-its-limit', { kind: 'server-hot', severity: 'critical', name: 'ecws-gkx-1' }]])(
  '%s begins with %j',
  async (name, expected) => {
    const tape = await openTape(join(import.meta.dirname, `${name}.tape`));
    const target = { ...bareTarget('case', 'https://recording.invalid'), interval: recordedInterval(tape) };
    const session = openReplaySession({ ...target, readOnly: true }, tape, systemClock);
    session.monitor.start();
    session.replay.pause();
    session.replay.seek(tape.to ?? 0);
    await session.settled();
    const [first] = incidentsOf(session.triage.getState().problems);
    await session.close();
    await tape.close();
    expect(first && { ...first.root, name: nameOf(first.root.subject) }).toMatchObject(expected);
  },
);
