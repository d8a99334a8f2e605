import { expect, onTestFinished, test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { connect } from '../../src/http/connect.ts';
import { eventually } from '../support/eventually.ts';
import { loginTo } from '../support/login.ts';
import { sampleState } from '../support/sample-state.ts';
import { sampleView } from '../support/sample-view.ts';
import { anna, writing } from '../support/writing.ts';
import { openScreen } from './open-screen.ts';

/*
 * Every write of the API, by hand: the same keys that send it when nothing is read-only send nothing when the
 * connection refuses it, and nothing when the screens refuse it. Each protection is tried without the other.
 */

interface Walk {
  readonly write: string;
  /** The request that is sent when nothing is read-only. */
  readonly request: RegExp;
  /** The screen, the key that begins it, and its title in the palette. */
  readonly begin: readonly [screen: ScreenName, key: string, title: string];
  /** Names of keys, texts in brackets, texts on the screen to wait for between slashes; the last key sends. */
  readonly steps: string;
}

const [user, settings] = [/^PATCH \/api\/users\/\d+$/, /^PATCH \/api\/transcode\/settings$/];
const walks: readonly Walk[] = [
  {
    write: 'create user',
    request: /^POST \/api\/users$/,
    begin: ['users', 'a', 'Add'],
    steps: '[bob] tab [Very-secret-4711] tab right enter y',
  },
  { write: 'read user', request: user, begin: ['users', 'r', 'Refresh now'], steps: 'y' },
  {
    write: 'update user',
    request: user,
    begin: ['users', 'e', 'Edit'],
    steps: 'y /Edit user/ [-maria] enter y',
  },
  {
    write: 'delete user',
    request: /^DELETE \/api\/users\/\d+$/,
    begin: ['users', 'x', 'Delete, or remove from the list'],
    steps: '[anna] enter',
  },
  {
    write: 'read transcode settings',
    request: settings,
    begin: ['transcoding', 'enter', 'Refresh now'],
    steps: 'y',
  },
  {
    write: 'update transcode settings',
    request: settings,
    begin: ['transcoding', 'e', 'Edit'],
    steps: 'y /Edit the transcode settings/ [ -y] enter y',
  },
  {
    write: 'replace license',
    request: /^PUT \/api\/license\/settings$/,
    begin: ['license', 'enter', 'Edit'],
    steps: '[LICENSE-0815] enter y',
  },
  {
    write: 'create cloud stream',
    request: /^POST \/cloud\/api\/request\/stream/,
    begin: ['cloud', 'a', 'Add'],
    steps: '/New cloud stream/ [Main stage] tab tab [europe] enter /y send/ y',
  },
];

/** A screen with a known user, over connections that allow writes and that refuse them. */
async function desk(screen: ScreenName, readOnlyScreens: boolean) {
  const { connection, simulator, mutationsOf, sent, files } = await writing();
  const refusing = connect({ ...loginTo(simulator), readOnly: true });
  onTestFinished(() => refusing.close());
  let refuses = false;
  const either = <T extends object>(open: T, closed: T): T =>
    new Proxy(open, { get: (_, name) => Reflect.get(refuses ? closed : open, name) });
  if (!connection.cloud || !refusing.cloud) throw new Error('no cloud is configured');
  const mutations = mutationsOf({
    api: either(connection.api, refusing.api),
    cloud: either(connection.cloud, refusing.cloud),
  });
  await mutations.createUser(anna);
  const facts = { ...sampleView(sampleState()).facts, cloudUrl: 'https://cloud.example.net' };
  const services = { facts: { ...facts, readOnly: readOnlyScreens }, session: { mutations } };
  const { hands } = openScreen(screen, sampleState(), { services });
  const before = sent().length;
  return {
    hands,
    files,
    /** From now on the connection refuses writes. */
    refuse: () => {
      refuses = true;
    },
    /** Writes since the user was created. */
    written: () => sent().filter((request, at) => at >= before && !/^(GET|POST \S+\/batch)/.test(request)),
  };
}

type Desk = Awaited<ReturnType<typeof desk>>;

/** The first step: its key, or its name in the palette. */
const ways = {
  key: ({ hands }: Desk, { begin: [, key] }: Walk) => hands.press(key),
  palette: ({ hands }: Desk, { begin: [, , title] }: Walk) => hands.press(':').type(title).press('enter'),
};

/** Everything but the last key, which is returned; `patient`: waits for the texts on the screen in between. */
async function walk(at: Desk, path: Walk, way: keyof typeof ways, patient: boolean): Promise<string> {
  const { hands } = at;
  if (path.begin[0] === 'cloud' && patient) {
    hands.press('r');
    await eventually(() => hands.sees('ABR in the plan'));
  }
  ways[way](at, path);
  const steps = path.steps.match(/\[[^\]]*\]|\/[^/]*\/|\S+/g) ?? [];
  for (const step of steps.slice(0, -1)) {
    const words = step.slice(1, -1);
    if (step.startsWith('[')) hands.type(words);
    else if (!step.startsWith('/')) hands.press(step);
    else if (patient) await eventually(() => hands.sees(words));
  }
  return steps.at(-1) ?? '';
}

const cases = walks.flatMap((path) =>
  (['key', 'palette'] as const).map((way) => [path.write, way, path] as const),
);

test.each(cases)('%s by %s: is sent when nothing is read-only', async (_write, way, path) => {
  const at = await desk(path.begin[0], false);
  const last = await walk(at, path, way, true);
  const before = at.written().length;
  at.hands.press(last);
  await eventually(() => expect(at.written().length).toBeGreaterThan(before));
  expect(at.written().at(-1)).toMatch(path.request);
});

test.each(walks)('$write: a read-only connection does not send it and says so', async (path) => {
  const at = await desk(path.begin[0], false);
  const last = await walk(at, path, 'key', true);
  const before = at.written();
  at.refuse();
  at.hands.press(last);
  await eventually(() => expect(`${at.hands.notice} ${at.hands.screen}`).toMatch(/Read-only[\s│]+mode/));
  expect(at.written()).toEqual(before);
});

test.each(cases)('%s by %s: a read-only screen refuses it and says why', async (_write, way, path) => {
  const at = await desk(path.begin[0], true);
  ways[way](at, path);
  expect(at.hands.notice).toContain('Read-only: nothing is sent');
  expect(at.hands.dialogs).toEqual([]);
  at.hands.press(await walk(at, path, way, false));
  // A write is in the audit before it is sent.
  expect((await at.files()).join().match(/"sent"/g)).toHaveLength(1);
  expect(at.written()).toEqual([]);
});
