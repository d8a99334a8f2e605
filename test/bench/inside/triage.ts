import { createTriageStore } from '../../../src/session/triage-store.ts';
import type { Address } from '../../../src/simulator/start.ts';
import { createTriage } from '../../../src/triage/engine.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { overviewScreen } from '../../../src/ui/screens/overview/screen.ts';
import { watchServer } from '../../support/live.ts';
import { panesOf } from '../../support/panes-of.ts';
import { plainView } from '../../support/plain-view.ts';
import { clocked } from './clocked.ts';

const STEP = 1_000;
/** Everything has been read, and code and memory are warm; then the minutes that count. */
const WARM_MS = 10 * 60_000;
const MEASURED_MS = 10 * 60_000;

/**
 * CPU of the main thread of a monitor (pollers over real HTTP, store, Overview drawn once a second) in a minute of
 * accelerated time, ms; with triage or without. `share`: CPU of its steps in percent of the main thread's. `drawn`: CPU of
 * drawing in a minute, ms. The cluster is simulated in a process of its own.
 */
export async function triage(
  withTriage: string,
  scenario: string,
  ...size: readonly string[]
): Promise<{ cpu: number; share: number; drawn: number }> {
  const cluster = await clocked<Address>('clockedSimulator', scenario, ...size);
  const { clock } = cluster;
  const { url, username, password } = cluster.address;
  const judged = createTriageStore(createTriage({ thresholds: mergeThresholds() }), clock);
  const credentials = async () => ({ username, password });
  const { store, close } = watchServer({ url, credentials }, { name: 'bench', clock });
  let own = 0;
  let drawing = 0;
  const step = (state: ReturnType<typeof store.getState>) => {
    const begun = process.threadCpuUsage();
    judged.step(state);
    own += sumOf(process.threadCpuUsage(begun));
  };
  if (withTriage === 'with') store.subscribe(step);
  const area = bodyArea({ columns: 120, rows: 40 });
  let before = process.cpuUsage();
  let thread = process.threadCpuUsage();
  for (let passed = 0; passed < WARM_MS + MEASURED_MS; passed += STEP) {
    if (passed === WARM_MS) {
      before = process.cpuUsage();
      thread = process.threadCpuUsage();
      own = 0;
      drawing = 0;
    }
    await cluster.step(STEP);
    const begun = process.threadCpuUsage();
    const view = { ...plainView(store.getState(), clock.now()), triage: judged.getState() };
    panesOf(overviewScreen, view, overviewScreen.initial, area);
    drawing += sumOf(process.threadCpuUsage(begun));
  }
  const minutes = MEASURED_MS / 60_000;
  const cpu = sumOf(process.cpuUsage(before)) / 1_000 / minutes;
  const drawn = drawing / 1_000 / minutes;
  const share = (100 * own) / sumOf(process.threadCpuUsage(thread));
  await close();
  cluster.end();
  return { cpu, share, drawn };
}

/** µs. */
function sumOf({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
