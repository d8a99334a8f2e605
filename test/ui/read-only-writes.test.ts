import { expect, onTestFinished, test } from 'vitest';
import { createMutations } from '../../src/actions/create-mutations.ts';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { connect } from '../../src/http/connect.ts';
import { eventually } from '../support/eventually.ts';
import { fakeServices } from '../support/fake-services.ts';
import { loginTo } from '../support/login.ts';
import { sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';
import { writing } from '../support/writing.ts';

/*
 * Every write of the API, by hand: the same keys that send it when nothing is read-only send nothing when the
 * connection refuses it, and nothing when the screens refuse it. Each protection is tried without the other.
 */

interface Walk {
  readonly write: string;
  /** The request that is sent when nothing is read-only. */
  readonly request: RegExp;
  readonly screen: ScreenName;
  /** The command that begins it: its key, and its title in the palette. */
  readonly key: string;
  readonly title: string;
  /** Names of keys, and texts in brackets; a pattern is a text on the screen to wait for. */
  readonly steps: readonly (string | RegExp)[];
  /** The last key, which sends. */
  readonly last: string;
}

const pathOf = (write: string, request: RegExp, begin: string, steps: Walk['steps'], last = 'y'): Walk => {
  const [screen, key = '', title = ''] = begin.split(': ');
  return { write, request, screen: screen as ScreenName, key, title, steps, last };
};
const [user, settings] = [/^PATCH \/api\/users\/\d+$/, /^PATCH \/api\/transcode\/settings$/];
const walks: readonly Walk[] = [
  pathOf('create user', /^POST \/api\/users$/, 'users: a: Add', [
    '[bob]',
    'tab',
    '[Very-secret-4711]',
    'tab',
    'right',
    'enter',
  ]),
  pathOf('read user', user, 'users: r: Refresh now', []),
  pathOf('update user', user, 'users: e: Edit', ['y', /Edit user/, '[-maria]', 'enter']),
  pathOf(
    'delete user',
    /^DELETE \/api\/users\/\d+$/,
    'users: x: Delete, or remove from the list',
    ['[anna]'],
    'enter',
  ),
  pathOf('read transcode settings', settings, 'transcoding: enter: Refresh now', []),
  pathOf('update transcode settings', settings, 'transcoding: e: Edit', [
    'y',
    /Edit the transcode settings/,
    '[ -y]',
    'enter',
  ]),
  pathOf('replace license', /^PUT \/api\/license\/settings$/, 'license: enter: Edit', [
    '[LICENSE-0815]',
    'enter',
  ]),
  pathOf('create cloud stream', /^POST \/cloud\/api\/request\/stream/, 'cloud: a: Add', [
    /New cloud stream/,
    '[Main stage]',
    'tab',
    'tab',
    '[europe]',
    'enter',
    /y send/,
  ]),
];

const anna = {
  username: 'anna',
  password: 'Very-secret-9173',
  accessRights: [{ name: 'server', value: 'read_only' }],
} as const;

/** A screen with a known user, over connections that allow writes and that refuse them. */
async function desk(screen: ScreenName, readOnlyScreens: boolean) {
  const { connection, simulator, audit, stateDir, sent, files } = await writing();
  const { url, username } = simulator;
  const refusing = connect({ ...loginTo(simulator), readOnly: true });
  onTestFinished(() => refusing.close());
  let refuses = false;
  const either = <T extends object>(open: T, closed: T): T =>
    new Proxy(open, { get: (_, name) => Reflect.get(refuses ? closed : open, name) });
  if (!connection.cloud || !refusing.cloud) throw new Error('no cloud is configured');
  const mutations = createMutations({
    api: either(connection.api, refusing.api),
    cloud: either(connection.cloud, refusing.cloud),
    audit,
    memory: openClusterMemory(stateDir, url, systemClock, () => {}),
    cluster: 'prod',
    user: () => username,
    clock: systemClock,
    env: {},
    refresh: () => {},
  });
  await mutations.createUser(anna);
  const base = fakeServices(sampleState());
  const facts = { ...base.facts, cloudUrl: 'https://cloud.example.net', readOnly: readOnlyScreens };
  const services = fakeServices(sampleState(), { facts, session: { mutations } });
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, screen);
  const before = sent().length;
  return {
    hands,
    files,
    /** From now on the connection refuses writes. */
    refuse: () => {
      refuses = true;
    },
    /** Writes since the user was created. */
    written: () =>
      sent()
        .slice(before)
        .filter((request) => !/^(GET|POST \S+\/batch)/.test(request)),
  };
}

type Desk = Awaited<ReturnType<typeof desk>>;

/** The first step: its key, or its name in the palette. */
const ways = {
  key: ({ hands }: Desk, { key }: Walk) => hands.press(key),
  palette: ({ hands }: Desk, { title }: Walk) => hands.press(':').type(title).press('enter'),
};

/** Everything but the last key; `patient`: waits for the texts on the screen in between. */
async function walk(at: Desk, path: Walk, way: keyof typeof ways, patient: boolean): Promise<void> {
  const { hands } = at;
  if (path.screen === 'cloud' && patient) {
    hands.press('r');
    await eventually(() => hands.sees('ABR in the plan'));
  }
  ways[way](at, path);
  for (const step of path.steps) {
    if (step instanceof RegExp) {
      if (!patient) continue;
      await eventually(() => hands.sees(step));
    } else if (step.startsWith('[')) hands.type(step.slice(1, -1));
    else hands.press(step);
  }
}

const cases = walks.flatMap((path) =>
  (['key', 'palette'] as const).map((way) => [path.write, way, path] as const),
);

test.each(cases)('%s by %s: is sent when nothing is read-only', async (_write, way, path) => {
  const at = await desk(path.screen, false);
  await walk(at, path, way, true);
  const before = at.written().length;
  at.hands.press(path.last);
  await eventually(() => expect(at.written().length).toBeGreaterThan(before));
  expect(at.written().at(-1)).toMatch(path.request);
});

test.each(walks.map((path) => [path.write, path] as const))(
  '%s: a read-only connection does not send it and says so',
  async (_write, path) => {
    const at = await desk(path.screen, false);
    await walk(at, path, 'key', true);
    const before = at.written();
    at.refuse();
    at.hands.press(path.last);
    await eventually(() => expect(`${at.hands.notice} ${at.hands.screen}`).toMatch(/Read-only[\s│]+mode/));
    expect(at.written()).toEqual(before);
  },
);

test.each(cases)('%s by %s: a read-only screen refuses it and says why', async (_write, way, path) => {
  const at = await desk(path.screen, true);
  ways[way](at, path);
  expect(at.hands.notice).toContain('Read-only: nothing is sent');
  expect(at.hands.dialogs).toEqual([]);
  await walk(at, path, way, false);
  at.hands.press(path.last);
  // A write is in the audit before it is sent.
  expect((await at.files()).join().match(/"sent"/g)).toHaveLength(1);
  expect(at.written()).toEqual([]);
});
