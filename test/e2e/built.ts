import { execFile } from 'node:child_process';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const root = resolve(import.meta.dirname, '../..');

const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
/** Text inside code that these packages generate for others. */
const WRITTEN_CODE = /^(ajv|ajv-formats|fast-json-stringify)\//;

/** Imports of a built file that are neither Node's nor beside it, and are missing after an install. */
export function foreignImportsIn(code: string): string[] {
  const asked = /(?:\bfrom|\bimport|\b(?:require|import)\()\s*(["'])([@\w./:-]+)\1/g;
  const names = [...code.matchAll(asked)].map(([, , name = '']) => name);
  return [...new Set(names)].filter(
    (name) => !builtins.has(name) && !name.startsWith('./') && !WRITTEN_CODE.test(name),
  );
}

/** Makes a program's Node report an older version: an argument for `--import`. */
export function claiming(version: string): string {
  const code = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
