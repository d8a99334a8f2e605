import { bareTarget } from '../../src/cli/cluster/bare-target.ts';
import type { ClusterTarget } from '../../src/config/resolve.ts';
import type { HttpRequest, Transport } from '../../src/http/request.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { httpResponse } from '../http/support.ts';
import { fakeServices } from './fake-services.ts';
import { ManualClock } from './manual-clock.ts';
import { fixedMemory, plainMutations } from './plain-mutations.ts';
import { plainDisplay } from './plain-view.ts';
import { sampleBody, sampleStart, viewersJson } from './sample-json.ts';
import { sampleState } from './sample-state.ts';

/** A cluster of the configuration with ordinary settings. */
export const plainTarget: ClusterTarget = {
  ...bareTarget('sample', 'https://cluster.example.net'),
  username: 'operator',
  cloudUrl: 'https://cloud.example.net',
  apiKey: { kind: 'prompt' },
};

/**
 * The whole stack, from the bytes of answers to panes, over a small cluster in whose answers every string went
 * through `poison`. With `failing`, each third answer is an error with hostile strings. `change` has the last word.
 */
export function openHostileStack(
  poison: (text: string) => string,
  failing: boolean,
  change = (_endpoint: string, body: Uint8Array) => body,
) {
  const clock = new ManualClock(sampleStart + 600_000);
  let answers = 0;
  const transport: Transport = {
    async send(request) {
      answers++;
      const bad = failing && answers % 3 === 0 && clock.monotonic() > 3_000;
      const body = bad ? { message: 'no', errors: { attributes: { name: ['bad'] } } } : bodyOf(request);
      const sound = httpResponse(bad ? 500 : 200, poisoned(body, poison));
      return { ...sound, body: change(request.endpoint, sound.body) };
    },
    close: async () => {},
  };
  const session = openClusterSession({
    target: plainTarget,
    clock,
    transport,
    credentials: async () => ({ username: '', password: '' }),
    apiKey: async () => 'key',
    random: () => 0,
  });
  const users = [{ id: 1, name: poison('Zoë') }];
  const mutations = plainMutations(session.connection, { memory: fixedMemory(users), clock });
  const fake = fakeServices(sampleState());
  const saved: string[] = [];
  const runtime = new Runtime(
    {
      ...fake,
      clock,
      cluster: session.store,
      triage: session.triage,
      session: { ...fake.session, monitor: session.monitor, mutations },
      facts: { ...fake.facts, cloudUrl: 'https://cloud.example.net' },
      saveFile: async (name, text) => {
        saved.push(text);
        return name;
      },
    },
    createUiStore('overview', plainDisplay),
    { columns: 120, rows: 40 },
    () => {},
  );
  return {
    clock,
    runtime,
    session,
    copied: fake.copied,
    saved,
    async start() {
      runtime.start();
      session.monitor.start();
      await mutations.cloudValues();
      await mutations.readTranscode();
      await clock.advance(3_000);
    },
    async close() {
      runtime.stop();
      await session.close();
    },
  };
}

function bodyOf(request: HttpRequest): unknown {
  const { endpoint, body } = request;
  const asked = typeof body === 'string' ? (JSON.parse(body) as { ids?: string[]; id?: string[] }) : {};
  const ids = asked.ids ?? asked.id ?? [];
  if (endpoint === 'viewerBatch') return viewersJson(ids, 10);
  if (endpoint === 'cloudValues') {
    const regions = [{ id: 1, name: 'Frankfurt', url: 'https://a.example' }];
    return { possibleValues: { timezones: ['Europe/Warsaw', 'UTC'], regions, isTranscodingEnabled: true } };
  }
  if (endpoint === 'transcodeSettings') {
    const value = (text: string) => ({ value: text, type: 'string', locked: false });
    const attributes = { ffmpegPath: value('/usr/bin'), ffmpegCommand: value('ffmpeg') };
    return { data: { attributes }, meta: {} };
  }
  return sampleBody(request, 10) ?? { data: { found: [], notFound: ids }, meta: {} };
}

function poisoned(value: unknown, poison: (text: string) => string): unknown {
  if (typeof value === 'string') return poison(value);
  if (Array.isArray(value)) return value.map((item) => poisoned(item, poison));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, poison)]));
}
