import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/config/audit.ts';
import type { SilencedBy } from '../../../src/triage/silenced.ts';
import { type PromptDialog, promptDialog } from '../../../src/ui/dialogs/prompt.ts';
import { calm } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { plainMutations } from '../../support/plain-mutations.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

const problem = sampleProblem();
const HOUR = 3_600_000;

/** The Problems screen of a cluster with an Alertmanager; `add` is what it does with a silence. */
function open(add?: (silence: SilencedBy) => Promise<void>) {
  const audit: Omit<AuditEntry, 'at'>[] = [];
  const sent: { key: string | undefined; silence: SilencedBy }[] = [];
  const mutations = plainMutations(
    { api: {} as never, cloud: undefined },
    {
      audit: { append: async (entry) => void audit.push(entry) },
      user: () => 'ann',
      clock: new ManualClock(sampleNow),
      silencer: add && {
        matchers: (key) => (key === undefined ? 'url="eu"' : `incident="${key}" url="eu"`),
        async add(key, silence) {
          sent.push({ key, silence });
          await add(silence);
        },
      },
    },
  );
  const opened = { problems: [problem], services: { session: { mutations } } };
  const { hands: driver, services } = openScreen('problems', sampleState(), opened);
  return { driver, services, audit, sent };
}

test('a acknowledges, and then offers a silence with what it matches', () => {
  const { driver, sent } = open(async () => {});
  driver.press('a').type('2h looking').press('enter');
  expect(driver.dialogs).toMatchObject([{ dialog: promptDialog, shown: { field: { value: '2h looking' } } }]);
  driver
    .sees(`Silence in Alertmanager for everybody: 2h looking  incident="${problem.key}" url`)
    .press('esc');
  expect([driver.dialogs, sent]).toEqual([[], []]);
});

test('a silence is written once, with duration, comment and user, and is in the audit', async () => {
  const { driver, sent, audit } = open(async () => {});
  driver.press('a').type('known').press('enter', 'enter');
  await expect.poll(() => driver.notice).toContain('is silenced in Alertmanager');
  const silence = { by: 'ann', comment: 'known', from: sampleNow, until: sampleNow + 2 * HOUR };
  expect(sent).toEqual([{ key: problem.key, silence }]);
  const fields = { matchers: `incident="${problem.key}" url="eu"`, comment: 'known' };
  const entry = { action: 'silence in Alertmanager', fields };
  expect(audit).toMatchObject([
    { ...entry, outcome: 'sent' },
    { action: entry.action, outcome: 'confirmed' },
  ]);
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
  const { driver, services } = open(async () => {});
  const until = sampleNow + HOUR;
  const acknowledged = { at: sampleNow, until, note: 'bob: disk swap', silenced: true } as const;
  services.show(sampleState(), { ...calm, problems: [{ ...problem, acknowledged }] });
  driver.sees('bob: disk swap').press('a');
  expect(driver.notice).toBe('It is silenced in Alertmanager; end the silence there.');
});
