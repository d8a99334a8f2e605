import { readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

/** A module as esbuild wraps it where white space is kept: a method, from its own first line to its own last one. */
const MODULE = /(= __(?:esm|commonJS)\(\{\n {2}"[^"\n]+")(\([^)\n]*\) \{\n[\s\S]*?^ {2}\})\n\}\);$/gm;

/**
 * Puts the body of each module of a built file into parentheses, and takes the file's white space away. V8 compiles such
 * a function together with the file, and so Node keeps it compiled. The others it compiles when they are first called, at
 * each start anew. Measured side by side: the first frame comes 30 ms earlier (382 instead of 413), and takes 3 MB more.
 */
export async function compileModuleBodies(file: string): Promise<void> {
  const code = readFileSync(file, 'utf8').replace(MODULE, '$1: (function$2)\n});');
  writeFileSync(file, (await transform(code, { minifyWhitespace: true })).code);
}
