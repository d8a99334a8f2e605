import { getCompileCacheDir } from 'node:module';
import { WarmFiles } from './warm-files.ts';

/** By then a screen has been drawn and has taken keys: what later starts will need is compiled, ms. */
const KEEP_AFTER = 1_000;

// Beside Node's own, and not where that is switched off.
const files = new WarmFiles(import.meta.dirname, getCompileCacheDir());
setTimeout(() => files.keep(), KEEP_AFTER).unref();
process.once('exit', (code) => {
  // Who came to no screen has compiled too little.
  if (code === 0) files.keep();
});

export const { run } = files.load('program.js') as typeof import('./run.ts');
