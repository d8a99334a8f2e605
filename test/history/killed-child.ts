import { upkeepOf, writeMinutes } from './killed-rig.ts';

// Does what it is told until it is killed, and says how far it is.
const [task, path = '', from = '0'] = process.argv.slice(2);
if (task === 'write') await writeMinutes(path, Number(from), (written) => process.send?.(written));
process.send?.('begins');
await upkeepOf(path);
process.disconnect?.();
