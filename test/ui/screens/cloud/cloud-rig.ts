import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createMutations } from '../../../../src/actions/create-mutations.ts';
import type { Mutations } from '../../../../src/actions/mutations.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { openAudit } from '../../../../src/config/audit.ts';
import { connect } from '../../../../src/http/connect.ts';
import { Runtime } from '../../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../../src/ui/store.ts';
import type { SessionFacts } from '../../../../src/ui/view.ts';
import { rig } from '../../../simulator/rig.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { eventually } from '../../../support/eventually.ts';
import { type FakeServices, fakeServices } from '../../../support/fake-services.ts';
import { sampleState } from '../../../support/sample-state.ts';
import type { Simulator, SimulatorOptions } from '../../../world/start.ts';

const size = { columns: 120, rows: 40 };

export interface CloudRig {
  readonly sim: Simulator;
  readonly services: FakeServices;
  readonly runtime: Runtime;
  readonly mutations: Mutations;
  /** Keys by name; a text of several characters that is no name is typed. */
  press(...keys: readonly string[]): void;
  /** The whole frame as text, dialogs over the screen. */
  frame(): string;
  /** Waits until the frame contains it. */
  until(words: string | RegExp): Promise<void>;
  /** Every frame that was read, every line of the log and of the audit. */
  everything(): string;
  audit(): string;
  /** Requests for creating a stream, as the server saw them. */
  creations(): number;
}

export interface CloudRigOptions {
  readonly simulator?: SimulatorOptions;
  readonly apiKey?: string;
  readonly readOnly?: boolean;
  readonly facts?: Partial<SessionFacts>;
  readonly change?: (mutations: Mutations) => Mutations;
}

const NAMES = /^(enter|esc|tab|shift-tab|up|down|left|right|space|backspace|ctrl-.|end|home)$/;

/** The Cloud screen over real HTTP to a simulator; only terminal and pollers are missing. */
export async function cloudRig(options: CloudRigOptions = {}): Promise<CloudRig> {
  const { sim } = await rig(options.simulator);
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-'));
  const log: string[] = [];
  const connection = connect({
    url: sim.url,
    cloudUrl: sim.cloudUrl,
    credentials: async () => ({ username: sim.username, password: sim.password }),
    apiKey: async () => options.apiKey ?? sim.apiKey,
    readOnly: options.readOnly,
    log: (line) => log.push(JSON.stringify(line)),
    retry: { tries: 1 },
  });
  onTestFinished(() => connection.close());
  const memory = { cluster: 'c', users: [], acknowledgements: {}, explained: [] };
  const remember = async () => memory;
  const audit = openAudit(folder, systemClock);
  const made = createMutations({
    api: connection.api,
    cloud: connection.cloud,
    audit,
    memory: { read: remember, rememberUser: remember, forgetUser: remember, markExplained: remember },
    cluster: 'sample',
    user: () => sim.username,
    clock: systemClock,
    env: {},
    refresh: () => {},
  });
  const mutations = options.change?.(made) ?? made;
  const base = fakeServices(sampleState());
  const services = fakeServices(sampleState(), {
    session: { mutations },
    facts: {
      ...base.facts,
      cloudUrl: 'https://cloud.example.net',
      readOnly: options.readOnly ?? false,
      ...options.facts,
    },
  });
  const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
  const runtime = new Runtime(services, createUiStore('cloud', display), size, () => {});
  const seen: string[] = [];
  const frame = () => {
    runtime.resize(size);
    const text = runtime
      .panes()
      .map(({ lines }) => lines.map(textOf).join('\n'))
      .join('\n');
    seen.push(text);
    return text;
  };
  const auditText = () => {
    try {
      return readFileSync(audit.path, 'utf8');
    } catch {
      return '';
    }
  };
  return {
    sim,
    services,
    runtime,
    mutations,
    press(...keys) {
      for (const key of keys) {
        if (NAMES.test(key)) runtime.press({ name: key, text: key === 'space' ? ' ' : '' });
        else for (const text of key) runtime.press({ name: text === ' ' ? 'space' : text, text });
        frame();
      }
    },
    frame,
    until: (words) => eventually(() => expect(frame()).toMatch(words)),
    everything: () => [...seen, ...log, auditText()].join('\n'),
    audit: auditText,
    creations: () =>
      sim.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/api/request/stream'))
        .length,
  };
}
