import { createKeymap } from '../../src/actions/keymap.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import type { TriageState } from '../../src/triage/engine.ts';
import type { FleetMember } from '../../src/views/fleet/member.ts';
import { calm, type FakeServices, fakeServices } from './fake-services.ts';
import { sampleNow, sampleState } from './sample-state.ts';

/** A cluster of a fleet that is read and without problems, unless a test says otherwise. */
export function fleetMember(name: string, changes: Partial<FleetMember> = {}): FleetMember {
  const { state = sampleState() } = changes;
  return {
    name,
    triage: calm,
    production: false,
    paused: undefined,
    ...changes,
    state: { ...state, name },
  };
}

/** Triage that knows these problems. */
export function troubled(...problems: TriageState['problems']): TriageState {
  return { ...calm, problems };
}

/** A cluster that has not answered for a minute. */
export function silentState(): ClusterState {
  const state = sampleState();
  const error = { code: 'TIMEOUT', message: 'no answer within 10 s', since: sampleNow - 60_000 };
  const lost = { updatedAt: sampleNow - 60_000, error };
  return {
    ...state,
    dashboard: { ...state.dashboard, ...lost },
    journalResource: { ...state.journalResource, ...lost },
  };
}

/** The services of a fleet; `opened` are the clusters that were opened, undefined for all. */
export function fakeFleet(
  members: readonly FleetMember[],
): FakeServices & { readonly opened: (string | undefined)[] } {
  const opened: (string | undefined)[] = [];
  const [first = fleetMember('first')] = members;
  const services: FakeServices = fakeServices(first.state, {
    keymap: createKeymap({}, 'live', [], true),
    profiles: members.map(({ name }) => name),
    fleet: {
      members: () => members,
      open(name) {
        opened.push(name);
        const member = members.find((each) => each.name === name);
        if (member) services.show(member.state, member.triage);
      },
      refresh: () => {},
      subscribe: () => () => {},
    },
  });
  return { ...services, opened };
}
