import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import type { FleetMember } from '../../src/views/fleet/member.ts';
import { fakeFleet } from './fleet-members.ts';
import { judgedServices } from './judged-services.ts';
import { pressOn } from './key-press.ts';
import { watchLive } from './live.ts';
import { pictureOf, type ShotOptions } from './scene.ts';

/** For this long each cluster is watched, ms: the stories of all of these are at their worst then. */
const AFTER = 300_000;
/** A cluster that stops answers until this time, ms. */
const STOPS_AT = 200_000;

/** Six clusters with different faults; two of them share one. */
const clusters: readonly { readonly name: string; readonly scenario: ScenarioName; readonly stops?: true }[] =
  [
    { name: 'ap-south', scenario: 'viewer-surge' },
    { name: 'eu-central', scenario: 'partial-recovery' },
    { name: 'eu-west', scenario: 'journal-flood' },
    { name: 'sa-east', scenario: 'quiet', stops: true },
    { name: 'us-east', scenario: 'partial-recovery' },
    { name: 'us-west', scenario: 'steady' },
  ];

/** The fleet of these clusters, each watched through the real stack in accelerated time, and pictures of its screen. */
export async function openFleetScene() {
  const members: FleetMember[] = [];
  const lives: Awaited<ReturnType<typeof watchLive>>[] = [];
  for (const [index, { name, scenario, stops }] of clusters.entries()) {
    const live = await watchLive(scenario, index + 1);
    lives.push(live);
    const { store } = live;
    const { triage } = judgedServices(live);
    await live.run(STOPS_AT);
    if (stops) await live.simulator.close();
    await live.run(AFTER - STOPS_AT);
    members.push({
      name,
      state: { ...store.getState(), name },
      triage: triage.getState(),
      production: name === 'us-east',
      paused: undefined,
    });
  }
  const [{ clock } = { clock: undefined }] = lives;
  if (!clock) throw new Error('a fleet of no cluster');
  return {
    async shoot({ screen, size, keys = [], ...look }: ShotOptions) {
      const { ascii = false } = look;
      const services = { ...fakeFleet(members), clock };
      const ui = createUiStore(screen, { units: 'bits', times: 'relative', ascii, lowBandwidth: false });
      const runtime = new Runtime(services, ui, size, () => {});
      runtime.start();
      for (const key of keys) pressOn(runtime, key);
      runtime.resize(size);
      return pictureOf(runtime, { ...look, size });
    },
    async close(): Promise<void> {
      for (const live of lives) await live.close();
    },
  };
}
