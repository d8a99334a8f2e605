import { readFileSync } from 'node:fs';
import { watchedCluster } from './soak.ts';

const STEP_MS = 1_000;
const MINUTES = 10;

/** Bytes that a session with its history writes in ten minutes of a clock of its own, its few requests among them. */
export async function written() {
  const { session, step, end } = await watchedCluster('steady', '8', '30', '0.5');
  session.monitor.start();
  const before = writtenSoFar();
  for (let passed = 0; passed < MINUTES * 60_000; passed += STEP_MS) await step(STEP_MS);
  await session.close();
  const bytes = writtenSoFar() - before;
  await end();
  return { bytes };
}

function writtenSoFar(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
