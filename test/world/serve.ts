import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { addressOf } from '../../src/simulator/start.ts';
import { parseFault } from './faults.ts';
import { startSimulator } from './start.ts';

/*
 * `node test/world/serve.ts [--incident N] [--capture FILE] [--fault KIND[:ENDPOINT][@START[+SECONDS]]]…`: the simulated
 * cluster with what only tests use, for looking at it. Prints its address and login as one line of JSON, until a signal.
 */
const { values } = parseArgs({
  options: {
    incident: { type: 'string' },
    capture: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
  },
});
const simulator = await startSimulator({
  incident: values.incident === undefined ? undefined : Number(values.incident),
  captured: values.capture === undefined ? [] : JSON.parse(readFileSync(values.capture, 'utf8')).answers,
  faults: values.fault.map(parseFault),
});
process.stdout.write(`${JSON.stringify(addressOf(simulator))}\n`);
