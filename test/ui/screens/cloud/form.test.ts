import { expect, test } from 'vitest';
import type { Mutations } from '../../../../src/actions/mutations.ts';
import type { CloudStream } from '../../../../src/protocol/cloud.ts';
import { eventually } from '../../../support/eventually.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { writing } from '../../../support/writing.ts';
import { openScreen } from '../../open-screen.ts';

interface RigOptions {
  readonly apiKey?: string;
  readonly change?: (mutations: Mutations) => Mutations;
}

/** The Cloud screen over real HTTP to a simulator; only terminal and pollers are missing. */
async function cloudRig({ apiKey, change = (all) => all }: RigOptions = {}) {
  const log: string[] = [];
  const { mutations, simulator, sent, files } = await writing({
    connection: {
      log: (line) => log.push(JSON.stringify(line)),
      ...(apiKey !== undefined && { apiKey: async () => apiKey }),
    },
  });
  const facts = { ...sampleView(sampleState()).facts, cloudUrl: 'https://cloud.example.net' };
  const { hands, services } = openScreen('cloud', sampleState(), {
    services: { facts, session: { mutations: change(mutations) } },
  });
  return {
    hands,
    services,
    simulator,
    /** Waits until the screen shows it. */
    until: (words: string | RegExp) => eventually(() => hands.sees(words)),
    /** Every frame, every line of the log and of the audit. */
    everything: async () => [...hands.frames, hands.screen, ...log, ...(await files())].join('\n'),
    audit: async () => (await files()).join('\n'),
    /** Requests for creating a stream, as the server saw them. */
    creations: () => sent().filter((request) => /^POST .*\/api\/request\/stream$/.test(request)).length,
  };
}
type CloudRig = Awaited<ReturnType<typeof cloudRig>>;

/** The screen with its values read and the form open, in which name and region are filled in. */
async function filled(options: RigOptions = {}): Promise<CloudRig> {
  const rig = await cloudRig(options);
  rig.hands.press('r');
  await rig.until('ABR in the plan');
  rig.hands.press('a');
  await rig.until('New cloud stream');
  rig.hands
    .sees(/Name \*/, /Region \*/)
    .type('Main stage')
    .press('tab', 'tab')
    .type('europe');
  return rig;
}

/** The form with only the required fields, sent. */
async function send(options: RigOptions = {}, before?: (rig: CloudRig) => void): Promise<CloudRig> {
  const rig = await filled(options);
  before?.(rig);
  rig.hands.press('enter');
  await rig.until('y send');
  rig.hands.press('y');
  return rig;
}

/** Keeps the answers of the cloud, to look for their secrets. */
function spy(answers: CloudStream[]): RigOptions['change'] {
  return (mutations) => ({
    ...mutations,
    async createCloudStream(input, options) {
      const outcome = await mutations.createCloudStream(input, options);
      if (outcome.kind === 'confirmed') answers.push(outcome.value);
      return outcome;
    },
  });
}

test('a stream with only a name and a region is created as confirmed, and is listed with its secrets hidden', async () => {
  const answers: CloudStream[] = [];
  const { hands, until, creations } = await filled({ change: spy(answers) });
  hands.press('enter');
  await until('y send');
  hands.sees('Create the cloud stream Main stage', /Region\s+4 Europe/, /API key \(••••••••\)/);
  hands.sees('to the cloud of sample (https://cloud.example.net)').lacks('https://cluster.example.net');
  // What is left empty is not sent.
  hands.lacks(/Description|Theme id|Thumbnail|Starts at/).press('enter', 'enter');
  expect(creations(), 'Enter alone sends nothing').toBe(0);
  hands.press('y');
  await until(/Main stage\s+0s\s+••••••••/);
  expect(creations()).toBe(1);
  expect(answers).toMatchObject([
    {
      name: 'Main stage',
      regionId: 4,
      sourceType: 'PUSH',
      encoderMode: 'PASSTHROUGH',
      isPublished: true,
      description: null,
    },
  ]);
});

test('secrets are in no frame, log or audit until R shows them; y copies one after the other', async () => {
  const answers: CloudStream[] = [];
  const { hands, services, simulator, until, everything, audit } = await send({ change: spy(answers) });
  await until(/Main stage\s+0s/);
  hands.press('enter');
  await until('Cloud stream Main stage');
  const [{ streamKey, credentials } = {}] = answers;
  const secrets = [streamKey, credentials?.username, credentials?.password].map((secret) => secret ?? '');
  for (const secret of [...secrets, simulator.apiKey]) {
    expect(secret.length).toBeGreaterThan(4);
    expect(await everything()).not.toContain(secret);
  }
  expect(await audit()).toContain('"outcome":"confirmed"');
  hands.press('y', 'y', 'y', 'y');
  expect(services.copied).toEqual([...secrets, secrets[0]]);
  hands
    .lacks(...secrets)
    .press(':reveal', 'enter')
    .sees(...secrets);
  await services.clock.advance(61_000);
  // After a minute, by hand, and when it is left.
  hands
    .lacks(...secrets)
    .press(':reveal', 'enter', ':reveal', 'enter')
    .lacks(...secrets);
  hands
    .press(':reveal', 'enter', 'esc')
    .sees('Created in this run')
    .lacks(...secrets);
  expect(await everything()).not.toContain(simulator.apiKey);
});

test.each<[string, string, string, ...string[]]>([
  ['no name', '', 'needed', 'ctrl-u'],
  ['a long name', 'x'.repeat(246), '256 characters; at most 255'],
  ['PULL without a source', '', 'needed', 'tab', 'tab', 'tab', 'tab', 'tab', 'right'],
  ['a countdown without its start', '', 'needed', 'tab', 'tab', 'tab', 'space'],
])('%s is reported, and Enter sends nothing', async (_name, typed, words, ...keys) => {
  const { hands, until, creations } = await filled();
  hands
    .press('shift-tab', 'shift-tab')
    .type(typed)
    .press(...keys, 'enter');
  await until(words);
  hands.sees('not valid');
  expect(creations()).toBe(0);
});

test('a value that the cloud refuses is explained, loses nothing and is not sent again', async () => {
  const change: RigOptions['change'] = (mutations) => ({
    ...mutations,
    async cloudValues(signal) {
      const outcome = await mutations.cloudValues(signal);
      if (outcome.kind !== 'confirmed') return outcome;
      return { ...outcome, value: { ...outcome.value, regions: [{ id: 77, name: 'Nowhere' }] } };
    },
  });
  const rig = await send({ change }, ({ hands }) => hands.press('down'));
  await rig.until('(400)');
  expect(rig.hands.sees('Main stage').words).toContain('The selected regionId is invalid');
  expect(rig.creations()).toBe(1);
  expect(await rig.audit()).toContain('"outcome":"refused"');
  rig.hands.press('esc', 'y');
  await rig.until('No stream was created here yet');
});

test.each(['reset', 'error-500'] as const)(
  'after a %s the stream may exist, in which cloud is said, and the list keeps it',
  async (kind) => {
    const rig = await send({}, ({ simulator }) => simulator.faults.set({ kind, endpoint: 'cloud-create' }));
    await rig.until('May have happened');
    rig.hands.sees('cloud console', 'https://cloud.example.net').lacks('https://cluster.example.net');
    rig.hands.press('esc', 'esc', 'y');
    await rig.until(/▲ Main stage.*MAY EXIST/);
    rig.hands.press('y');
    expect([rig.services.copied, rig.creations()]).toEqual([[], 1]);
    expect(await rig.audit()).toContain('"outcome":"unknown"');
  },
);

test('credentials in a failing answer are kept, and shown on request', async () => {
  const answer = '{"message":"late","made":{"stream_key":"sk-only-once"}}';
  const refused = { kind: 'refused', status: 403, message: 'Refused (403).', fields: {}, answer } as const;
  const rig = await send({ change: (all) => ({ ...all, createCloudStream: async () => refused }) });
  await rig.until('✖ Refused (403).');
  rig.hands.press('esc', 'y');
  await rig.until(/▲ Main stage/);
  rig.hands.press('enter');
  await rig.until('▲ Refused (403).');
  expect(await rig.everything()).not.toContain('sk-only-once');
  rig.hands.press(':reveal', 'enter');
  await rig.until('sk-only-once');
});

test('unreadable values are reported with a remedy; the last good ones stay', async () => {
  const wrong = await cloudRig({ apiKey: 'wrong-key' });
  wrong.hands.press('enter');
  await wrong.until('API key is not accepted');
  expect(await wrong.everything()).not.toContain('wrong-key');

  const { hands, simulator, until } = await cloudRig();
  hands.press('a');
  await until('ABR in the plan');
  simulator.faults.set({ kind: 'rate-limit', endpoint: 'cloud-values' });
  hands.press('r');
  await until('not read');
  hands.sees('(429)', 'North America (East Coast)');
});
