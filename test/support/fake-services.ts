import { createKeymap } from '../../src/actions/keymap.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { noTriage, type TriageState } from '../../src/triage/engine.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import type { OwnRun, ScreenInterest, Services, SessionAccess } from '../../src/ui/services.ts';
import { ManualClock } from './manual-clock.ts';
import { plainFacts } from './plain-view.ts';
import { sampleNow } from './sample-state.ts';

/** Watched for an hour without any problem. */
export const calm: TriageState = { ...noTriage(defaultThresholds), since: sampleNow - 3_600_000 };

/** Services over a state that the test sets, with a record of the calls. */
export interface FakeServices extends Services {
  readonly clock: ManualClock;
  /** Copied texts, newest last. */
  readonly copied: string[];
  /** The requests of screens for data, newest last. */
  readonly interests: ScreenInterest[];
  /** Puts another state into the store and calls the listeners. */
  show(state: ClusterState, triage?: TriageState): void;
}

/** Single services, and parts of the session. */
export type Overrides = Partial<Omit<Services, 'session'>> & { readonly session?: Partial<SessionAccess> };

/** All services of the user interface, without a network. */
export function fakeServices(state: ClusterState, overrides: Overrides = {}): FakeServices {
  let cluster = state;
  let triage = calm;
  let pace = 1;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const copied: string[] = [];
  const interests: ScreenInterest[] = [];
  const monitor: SessionAccess['monitor'] = {
    start: () => {},
    stop: () => {},
    setInterest: (interest) => interests.push(interest),
    refresh: () => {},
    sweep: () => {},
    setPace: (factor) => {
      pace = factor;
    },
    get pace() {
      return pace;
    },
    pause: () => {},
    resume: () => {},
    lookBack: { read: () => {}, leave: () => {} },
  };
  const base = {
    cluster: { getState: () => cluster, subscribe },
    triage: { getState: () => triage, subscribe },
    keymap: createKeymap(),
    facts: plainFacts,
    copy: (text: string) => {
      copied.push(text);
    },
    toggleMouse: () => true,
    placeOf: (name: string) => name,
    saveFile: async (name: string) => name,
    suspend: () => {},
    repaint: () => {},
    setTheme: (name: string | undefined) => ({ theme: name ?? 'midnight', message: `Theme: ${name}.` }),
    switchProfile: () => {},
    startTheme: 'midnight',
    themes: ['midnight', 'paper'],
    profiles: ['home', 'away'],
    readAudit: async () => ({ entries: [], unreadable: 0, path: undefined }),
    runProgram: async ({ name }: OwnRun) => ({ name, outcome: 'exit code 0', failed: false, output: '' }),
    lastOutput: () => undefined,
    editText: async () => undefined,
    completePath: async () => [],
    ...overrides,
  };
  const acknowledgements: SessionAccess['triage'] = {
    acknowledge: () => {},
    unacknowledge: () => {},
    plan: (_, until) => until,
  };
  return {
    ...base,
    session: { monitor, triage: acknowledgements, ...overrides.session },
    clock: new ManualClock(sampleNow),
    copied,
    interests,
    show: (next, nextTriage = triage) => {
      cluster = next;
      triage = nextTriage;
      for (const listener of listeners) listener();
    },
  };
}
