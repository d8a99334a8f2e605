import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Gate, openGate } from '../support/gate.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../world/start.ts';
import { type Driver, type LaunchOptions, launch } from './driver.ts';
import { seesFresh } from './fresh.ts';
import { access } from './program.ts';

interface DeskOptions {
  readonly simulator?: SimulatorOptions;
  readonly args?: readonly string[];
  readonly prepare?: LaunchOptions['prepare'];
  readonly command?: LaunchOptions['command'];
}

/** The real program at a simulated cluster behind a gate. */
export class Desk {
  readonly sim: Simulator;
  readonly gate: Gate;
  readonly app: Driver;

  constructor(sim: Simulator, gate: Gate, app: Driver) {
    this.sim = sim;
    this.gate = gate;
    this.app = app;
  }

  /** The outcomes of the writes in the audit. */
  audit(): Record<string, unknown>[] {
    return this.auditLines().filter(({ outcome }) => outcome !== 'sent');
  }

  /** All its lines; none if nothing was written yet. */
  auditLines(): Record<string, unknown>[] {
    const path = join(this.app.home, 'state/castwatch/audit.jsonl');
    return (existsSync(path) ? readFileSync(path, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** Waits until the screen shows it, wherever its lines were broken. */
  async tells(...what: readonly RegExp[]): Promise<void> {
    for (const part of what)
      await this.app.until(() => part.test(flat(this.app.text())), `the screen tells ${part}`);
  }

  /** From the form to its review, and sends it. */
  async send(): Promise<void> {
    await this.review();
    this.app.press('y');
  }

  async review(): Promise<void> {
    this.app.press('enter');
    await this.app.sees('y send');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    this.gate.close();
    await this.sim.close();
  }
}

/** Polls are rare, so that the write gets the failure and not a poll before it. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const sim = await startSimulator({ seed: 3, ...options.simulator });
  const gate = await openGate(sim.url);
  const url = `http://127.0.0.1:${gate.port}`;
  const app = launch({
    args: [
      ...access({ ...sim, url }).args,
      '--cloud-url',
      `${url}/cloud`,
      '--interval',
      '64',
      '--screen',
      'users',
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
  return new Desk(sim, gate, app);
}

/** The screen as one line, without borders. */
function flat(text: string): string {
  return text
    .replace(/[│┌┐└┘─]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
