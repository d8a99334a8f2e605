import { resolve } from 'node:path';
import { root } from './options.ts';
import { buildProgram } from './program.ts';

/** `npm run build [-- --without-simulator]`: builds the program in `dist`. */
await buildProgram(resolve(root, 'dist'), { simulator: !process.argv.includes('--without-simulator') });
