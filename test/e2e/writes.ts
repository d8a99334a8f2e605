import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGate } from '../support/gate.ts';
import { type SimulatorOptions, startSimulator } from '../world/start.ts';
import { type LaunchOptions, launch } from './driver.ts';
import { seesFresh } from './fresh.ts';
import { access } from './program.ts';

interface DeskOptions {
  readonly simulator?: SimulatorOptions;
  readonly args?: readonly string[];
  readonly prepare?: LaunchOptions['prepare'];
  readonly command?: LaunchOptions['command'];
}

/** The real program at a simulated cluster behind a gate. */
export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Polls are rare, so that the write gets the failure and not a poll before it. */
export async function openDesk(options: DeskOptions = {}) {
  const sim = await startSimulator({ seed: 3, ...options.simulator });
  const gate = await openGate(sim.url);
  const url = `http://127.0.0.1:${gate.port}`;
  const app = launch({
    args: [
      ...access({ ...sim, url }).args,
      ...`--cloud-url ${url}/cloud --interval 64 --screen users`.split(' '),
      ...(options.args ?? []),
    ],
    // So wide that a dialog leaves only borders beside it.
    columns: 88,
    rows: 40,
    env: { CASTWATCH_PASSWORD: sim.password, CASTWATCH_API_KEY: sim.apiKey },
    ...(options.prepare && { prepare: options.prepare }),
    ...(options.command && { command: options.command }),
  });
  await seesFresh(app);
  await app.sees('? help');
  const auditLines = (): Record<string, unknown>[] => {
    const path = join(app.home, 'state/castwatch/audit.jsonl');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const review = async () => {
    app.press('enter');
    await app.sees('y send');
  };
  return {
    sim,
    gate,
    app,
    /** All lines of the audit; none if nothing was written yet. */
    auditLines,
    /** The outcomes of the writes in it. */
    audit: () => auditLines().filter(({ outcome }) => outcome !== 'sent'),
    /** Waits until the screen shows it, wherever its lines were broken. */
    async tells(...what: readonly RegExp[]) {
      for (const part of what) await app.until(() => part.test(flat(app.text())), `the screen tells ${part}`);
    },
    review,
    /** From the form to its review, and sends it. */
    async send() {
      await review();
      app.press('y');
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      gate.close();
      await sim.close();
    },
  };
}

/** The screen as one line, without borders. */
function flat(text: string): string {
  return text.replace(/[│┌┐└┘─\s]+/g, ' ').trim();
}
