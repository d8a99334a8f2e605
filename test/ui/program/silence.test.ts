import { expect, test } from 'vitest';
import { createMutations } from '../../../src/actions/create-mutations.ts';
import type { AuditEntry } from '../../../src/config/audit.ts';
import type { SilencedBy } from '../../../src/triage/silenced.ts';
import { type PromptDialog, promptDialog } from '../../../src/ui/dialogs/prompt.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const problem = sampleProblem();
const HOUR = 3_600_000;

/** The Problems screen of a cluster with an Alertmanager; `add` is what it does with a silence. */
function open(add?: (silence: SilencedBy) => Promise<void>) {
  const audit: Omit<AuditEntry, 'at'>[] = [];
  const sent: { key: string | undefined; silence: SilencedBy }[] = [];
  const services = fakeServices(sampleState());
  const mutations = createMutations({
    api: {} as never,
    cloud: undefined,
    audit: { append: async (entry) => void audit.push(entry) },
    memory: { read: async () => ({ users: [], explained: [] }) } as never,
    cluster: 'eu',
    user: () => 'ann',
    clock: services.clock,
    env: {},
    refresh: () => {},
    silencer: add && {
      matchers: (key) => (key === undefined ? 'url="eu"' : `incident="${key}" url="eu"`),
      async add(key, silence) {
        sent.push({ key, silence });
        await add(silence);
      },
    },
  });
  const all = fakeServices(sampleState(), { session: { mutations }, clock: services.clock });
  all.show(sampleState(), { ...calm, problems: [problem] });
  return { driver: new UiDriver(all, { columns: 120, rows: 40 }, 'problems'), audit, sent };
}

test('a acknowledges, and then offers a silence with what it matches', () => {
  const { driver, sent } = open(async () => {});
  driver.press('a').type('2h looking').press('enter');
  expect(driver.dialogs).toMatchObject([{ dialog: promptDialog, shown: { field: { value: '2h looking' } } }]);
  expect(driver.screen).toContain(
    `Silence in Alertmanager for everybody: 2h looking  incident="${problem.key}" url`,
  );
  driver.press('esc');
  expect([driver.dialogs, sent]).toEqual([[], []]);
});

test('a silence is written once, with duration, comment and user, and is in the audit', async () => {
  const { driver, sent, audit } = open(async () => {});
  driver.press('a').type('known').press('enter', 'enter');
  await expect.poll(() => driver.notice).toContain('is silenced in Alertmanager');
  const silence = { by: 'ann', comment: 'known', from: sampleNow, until: sampleNow + 2 * HOUR };
  expect(sent).toEqual([{ key: problem.key, silence }]);
  expect(audit.map(({ action }) => action)).toEqual(Array(2).fill('silence in Alertmanager'));
  expect(audit.map(({ outcome }) => outcome)).toEqual(['sent', 'confirmed']);
  expect(audit[0]?.fields).toMatchObject({
    matchers: `incident="${problem.key}" url="eu"`,
    comment: 'known',
  });
});

test('a silence that fails says why, and is in the audit as refused', async () => {
  const { driver, audit } = open(async () => {
    throw new Error('no member answers');
  });
  driver.press('a').type('known').press('enter', 'enter');
  await expect.poll(() => driver.notice).toContain('Not silenced: no member answers');
  expect(audit.at(-1)).toMatchObject({ outcome: 'refused' });
});

test(':maintenance offers a silence for the cluster, or for the incident about that object', () => {
  const { driver } = open(async () => {});
  const matchersAfter = (command: string) => {
    driver.press(':').type(command).press('enter');
    const [{ shown = {} } = {}] = driver.dialogs;
    driver.press('esc');
    return (shown as Partial<PromptDialog>).note?.();
  };
  expect(matchersAfter('maintenance 2h cluster upgrade')).toBe('url="eu"');
  expect(matchersAfter('maintenance 2h edge-1a disk')).toContain(`incident="${problem.key}"`);
  expect(matchersAfter('maintenance 2h nothing-here disk')).toBeUndefined();
});

test('a silenced problem says who silenced it, and a does not take that back', () => {
  const { driver } = open(async () => {});
  const until = sampleNow + HOUR;
  const acknowledged = { at: sampleNow, until, note: 'bob: disk swap', silenced: true } as const;
  const services = driver.runtime.services as ReturnType<typeof fakeServices>;
  services.show(sampleState(), { ...calm, problems: [{ ...problem, acknowledged }] });
  driver.sees('bob: disk swap').press('a');
  expect(driver.notice).toBe('It is silenced in Alertmanager; end the silence there.');
});
