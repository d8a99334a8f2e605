import { expect, test } from 'vitest';
import { dashboardOf } from '../../../src/simulator/dashboard.ts';
import { World } from '../../../src/simulator/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { extentOf } from './extent.ts';
import { plotOf, truthOf } from './source.ts';
import { incidentKinds, type TrueFault } from './truth.ts';

function drawn(incident: number) {
  const clock = new ManualClock();
  const world = new World({ seed: 1, scenario: 'steady', clock, plot: plotOf(incident) });
  const truth = truthOf(world.model);
  if (!truth) throw new Error(`no incident ${incident}`);
  return { clock, world, truth };
}

/** One of each kind, at its beginning. */
const kinds = incidentKinds.map((_, index) => drawn(index + 1));

function onlyFault({ faults: [fault] }: { readonly faults: readonly TrueFault[] }): TrueFault {
  if (!fault) throw new Error('no fault');
  return fault;
}

test('the same number gives the same incident, another number another one', async () => {
  const seen = async (incident: number) => {
    const { clock, world, truth } = drawn(incident);
    await clock.advance(400_000);
    return { truth, dashboard: dashboardOf(world), journal: world.journal.newest(0, 200) };
  };
  expect(await seen(3)).toEqual(await seen(3));
  expect((await seen(3)).truth.faults).not.toEqual((await seen(23)).truth.faults);
});

test('the first numbers show every kind of incident in order', () => {
  expect(kinds.map(({ truth }) => truth.kind)).toEqual(incidentKinds);
});

const faulty = kinds.flatMap(({ world: { model }, truth: { kind, faults } }) =>
  faults.map((fault, nth) => [`${kind}, ${nth + 1} of ${faults.length}`, model, fault] as const),
);

test.each(faulty)('%s: no change before its beginning, and its whole extent later', (_, model, fault) => {
  const before = extentOf(model, fault, fault.begins - 1).figures;
  const after = extentOf(model, fault, fault.full + 10).figures;
  for (const figure of fault.extent) {
    if (figure.endsWith('lost') || figure === 'sessions gained') expect(before[figure]).toBe(0);
    expect(after[figure]).toBeGreaterThan(0);
  }
  expect(fault.culprits.length).toBeGreaterThan(0);
});

test('a drain takes as many viewers off the dashboard as its truth says, all from its cause', async () => {
  const { clock, world, truth } = drawn(1);
  const fault = onlyFault(truth);
  const viewersOn = () =>
    Object.fromEntries(
      world.model.layout.servers.flatMap(({ name, apps }) =>
        apps.map((app) => [name, world.frame().appViewers[app] ?? 0] as const),
      ),
    );
  await clock.advance(1000 * (fault.begins - 2));
  const before = { total: world.frame().totalViewers, on: viewersOn() };
  await clock.advance(1000 * (fault.full - fault.begins + 4));
  const after = { total: world.frame().totalViewers, on: viewersOn() };
  const lost = extentOf(world.model, fault, fault.full + 2).figures['viewers lost'];
  expect(lost / before.total).toBeGreaterThan(0.1);
  // The daily cycle of viewers goes on meanwhile.
  expect(Math.abs(before.total - after.total - lost) / before.total).toBeLessThan(0.06);
  const culprits = fault.culprits.map(({ name }) => name);
  for (const [name, viewers] of Object.entries(before.on)) {
    if (culprits.includes(name)) expect(after.on[name]).toBeLessThan(0.6 * viewers);
    else expect(after.on[name]).toBeGreaterThanOrEqual(0.9 * viewers);
  }
});

test('the journal names the cause once just before the beginning, when it tells the truth', async () => {
  const { clock, world, truth } = drawn(1);
  const fault = onlyFault(truth);
  await clock.advance(1000 * fault.full);
  const lines = world.journal.newest(0, 10_000);
  const causes = lines.filter(
    ({ objectName, message }) => objectName === fault.cause?.object && message === fault.cause.message,
  );
  expect(causes).toHaveLength(1);
  const after = (causes[0]?.createDate ?? 0) - world.unix(1000 * fault.begins);
  expect(after).toBeLessThan(0);
  expect(after).toBeGreaterThan(-20_000);
});

test('an object with a wrong clock gives all its lines wrong dates, and they arrive on time', async () => {
  const { clock, world, truth } = drawn(13);
  const fault = onlyFault(truth);
  const by = 1000 * (world.model.story.skew?.by ?? 0);
  expect(Math.abs(by)).toBeGreaterThanOrEqual(60_000);
  await clock.advance(1000 * fault.begins);
  const cause = world.journal.newest(0, 100).find(({ message }) => message === fault.cause?.message);
  const written = (cause?.createDate ?? 0) - by - world.unix(1000 * fault.begins);
  expect(written).toBeLessThan(0);
  expect(written).toBeGreaterThan(-20_000);
});
