import { expect, test } from 'vitest';
import type { CloudStream } from '../../../../src/protocol/cloud.ts';
import { type CloudRig, type CloudRigOptions, cloudRig } from './cloud-rig.ts';

/** The screen with its values read and the form open. */
async function openForm(options: CloudRigOptions = {}): Promise<CloudRig> {
  const rig = await cloudRig(options);
  rig.press('r');
  await rig.until('ABR in the plan');
  rig.press('a');
  await rig.until('New cloud stream');
  return rig;
}

/** Name and region filled in, in the order of the form. */
function fillMinimum(rig: CloudRig): void {
  rig.press('Main stage', 'tab', 'tab', 'europe');
}

async function confirm(rig: CloudRig): Promise<void> {
  rig.press('enter');
  await rig.until('y send');
}

/** The form with only the required fields, sent. */
async function send(options: CloudRigOptions = {}, before?: (rig: CloudRig) => void): Promise<CloudRig> {
  const rig = await openForm(options);
  fillMinimum(rig);
  before?.(rig);
  await confirm(rig);
  rig.press('y');
  return rig;
}

/** Keeps the answers of the cloud, to look for their secrets. */
function spy(answers: CloudStream[]): CloudRigOptions['change'] {
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
  const rig = await openForm({ change: spy(answers) });
  expect(rig.frame()).toMatch(/Name \*/);
  expect(rig.frame()).toMatch(/Region \*/);
  fillMinimum(rig);
  rig.press('enter');
  await rig.until('y send');
  const plan = rig.frame();
  expect(plan).toContain('Create the cloud stream Main stage');
  expect(plan).toMatch(/Region\s+4 Europe/);
  expect(plan, 'what is left empty is not sent').not.toMatch(/Description|Theme id|Thumbnail|Starts at/);
  expect(plan).toContain('API key (••••••••)');
  expect(plan).toContain('to the cloud of sample (https://cloud.example.net)');
  expect(plan).not.toContain('https://cluster.example.net');
  rig.press('enter', 'enter');
  expect(rig.creations(), 'Enter alone sends nothing').toBe(0);
  rig.press('y');
  await rig.until(/Main stage\s+0s\s+••••••••/);
  expect(rig.creations()).toBe(1);
  const [stream] = answers;
  expect(stream).toMatchObject({
    name: 'Main stage',
    regionId: 4,
    sourceType: 'PUSH',
    encoderMode: 'PASSTHROUGH',
    isPublished: true,
    description: null,
  });
});

test('secrets are in no frame, log or audit until R shows them; y copies one after the other', async () => {
  const answers: CloudStream[] = [];
  const rig = await send({ change: spy(answers) });
  await rig.until(/Main stage\s+0s/);
  rig.press('enter');
  await rig.until('Cloud stream Main stage');
  const [stream] = answers;
  const { username = '', password = '' } = stream?.credentials ?? {};
  const secrets = [stream?.streamKey ?? '', username ?? '', password ?? ''];
  for (const secret of [...secrets, rig.sim.apiKey]) {
    expect(secret.length).toBeGreaterThan(4);
    expect(rig.everything()).not.toContain(secret);
  }
  expect(rig.audit()).toContain('"outcome":"confirmed"');
  rig.press('y', 'y', 'y', 'y');
  expect(rig.services.copied).toEqual([...secrets, secrets[0]]);
  for (const secret of secrets) expect(rig.frame()).not.toContain(secret);
  rig.press(':reveal', 'enter');
  for (const secret of secrets) expect(rig.frame()).toContain(secret);
  await rig.services.clock.advance(61_000);
  for (const secret of secrets) expect(rig.frame(), 'after a minute').not.toContain(secret);
  rig.press(':reveal', 'enter', ':reveal', 'enter');
  for (const secret of secrets) expect(rig.frame(), 'hidden by hand').not.toContain(secret);
  rig.press(':reveal', 'enter', 'esc');
  expect(rig.frame()).toContain('Created in this run');
  for (const secret of secrets) expect(rig.frame(), 'left').not.toContain(secret);
  expect(rig.everything()).not.toContain(rig.sim.apiKey);
});

test.each<[string, (rig: CloudRig) => void, string]>([
  ['no name', (rig) => rig.press('ctrl-u'), 'needed'],
  ['a long name', (rig) => rig.press('x'.repeat(246)), '256 characters; at most 255'],
  ['PULL without a source', (rig) => rig.press(...Array(4).fill('tab'), 'tab', 'right'), 'needed'],
  ['a countdown without its start', (rig) => rig.press('tab', 'tab', 'tab', 'space'), 'needed'],
])('%s is reported, and Enter sends nothing', async (_name, spoil, words) => {
  const rig = await openForm();
  rig.press('Main stage', 'tab', 'tab', 'europe', 'shift-tab', 'shift-tab');
  spoil(rig);
  rig.press('enter');
  await rig.until(words);
  expect(rig.frame()).toMatch(/not valid/);
  expect(rig.creations()).toBe(0);
});

test('a value that the cloud refuses is explained, loses nothing and is not sent again', async () => {
  const change: CloudRigOptions['change'] = (mutations) => ({
    ...mutations,
    async cloudValues(signal) {
      const outcome = await mutations.cloudValues(signal);
      if (outcome.kind !== 'confirmed') return outcome;
      return { ...outcome, value: { ...outcome.value, regions: [{ id: 77, name: 'Nowhere' }] } };
    },
  });
  const rig = await send({ change }, (open) => open.press('down'));
  await rig.until('(400)');
  const said = rig.frame().replace(/[│\s]+/g, ' ');
  expect(said).toContain('The selected regionId is invalid');
  expect(said).toContain('Main stage');
  expect(rig.creations()).toBe(1);
  expect(rig.audit()).toContain('"outcome":"refused"');
  rig.press('esc', 'y');
  await rig.until('No stream was created here yet');
});

test.each(['reset', 'error-500'] as const)(
  'after a %s the stream may exist, in which cloud is said, and the list keeps it',
  async (kind) => {
    const rig = await send({}, (open) => open.sim.faults.set({ kind, endpoint: 'cloud-create' }));
    await rig.until('May have happened');
    expect(rig.frame()).toContain('cloud console');
    expect(rig.frame()).toContain('https://cloud.example.net');
    expect(rig.frame()).not.toContain('https://cluster.example.net');
    rig.press('esc', 'esc', 'y');
    await rig.until(/▲ Main stage.*MAY EXIST/);
    rig.press('y');
    expect(rig.services.copied).toEqual([]);
    expect(rig.creations()).toBe(1);
    expect(rig.audit()).toContain('"outcome":"unknown"');
  },
);

test('credentials in a failing answer are kept, and shown on request', async () => {
  const answer = '{"message":"late","made":{"stream_key":"sk-only-once"}}';
  const refused = { kind: 'refused', status: 403, message: 'Refused (403).', fields: {}, answer } as const;
  const rig = await send({ change: (all) => ({ ...all, createCloudStream: async () => refused }) });
  await rig.until('✖ Refused (403).');
  rig.press('esc', 'y');
  await rig.until(/▲ Main stage/);
  rig.press('enter');
  await rig.until('▲ Refused (403).');
  expect(rig.everything()).not.toContain('sk-only-once');
  rig.press(':reveal', 'enter');
  await rig.until('sk-only-once');
});

test('unreadable values are reported with a remedy; the last good ones stay', async () => {
  const wrong = await cloudRig({ apiKey: 'wrong-key' });
  expect(wrong.frame()).toContain('not asked for yet');
  wrong.press('enter');
  await wrong.until('API key is not accepted');
  expect(wrong.everything()).not.toContain('wrong-key');

  const rig = await cloudRig();
  rig.press('a');
  await rig.until('ABR in the plan');
  rig.sim.faults.set({ kind: 'rate-limit', endpoint: 'cloud-values' });
  rig.press('r');
  await rig.until('not read');
  expect(rig.frame()).toContain('(429)');
  expect(rig.frame()).toContain('North America (East Coast)');
});
