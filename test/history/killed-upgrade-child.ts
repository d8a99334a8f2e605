import { upkeepOf } from './killed-upgrade-rig.ts';

// Upgrades, seals and prunes a history, and is killed meanwhile.
process.send?.('begins');
await upkeepOf(process.argv[2] ?? '');
process.send?.('done');
