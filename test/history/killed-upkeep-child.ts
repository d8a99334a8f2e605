import { upkeepOf } from './killed-upkeep-rig.ts';

// Seals and prunes a history, and is killed meanwhile.
process.send?.('begins');
await upkeepOf(process.argv[2] ?? '');
process.send?.('done');
