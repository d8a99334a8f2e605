import { clockedSimulator } from './clocked-simulator.ts';
import { history } from './history.ts';
import { journal } from './journal.ts';
import { keys } from './keys.ts';
import { month } from './month.ts';
import { poll } from './poll.ts';
import { requests } from './requests.ts';
import { soak } from './soak.ts';
import { table } from './table.ts';
import { week } from './week.ts';

const [name = '', ...args] = process.argv.slice(2);
const measurements: Readonly<Record<string, (...args: string[]) => Promise<unknown>>> = {
  clockedSimulator,
  history,
  journal,
  keys,
  month,
  poll,
  requests,
  soak,
  table,
  week,
};
process.stdout.write(JSON.stringify(await measurements[name]?.(...args)));
process.exit();
