import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'builtin';
const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/**
 * Node's own modules are loaded when something of them is first used, not when the file begins that names them:
 * HTTP, TLS, cryptography and the like cost forty milliseconds together, and a screen needs few of them. It also lets
 * an old Node, which does not know all of them, come to say that it is too old.
 */
export const lateBuiltins: Plugin = {
  name: 'late builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind, namespace }) =>
      namespace !== NAMESPACE &&
      builtins.has(path) &&
      (kind === 'import-statement' || kind === 'require-call')
        ? { path: path.startsWith('node:') ? path : `node:${path}`, namespace: NAMESPACE }
        : undefined,
    );
    onResolve({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({ contents: standIn(path) }));
  },
};

function standIn(path: string): string {
  const load = `let loaded;const load=()=>loaded??=require(${JSON.stringify(path)});`;
  // A function, and asked in passing: what holds needs no module that could say why it does not.
  if (path === 'node:assert')
    return `${load}module.exports=new Proxy(()=>{},{apply:(_,self,[held,...rest])=>held||load()(held,...rest),get:(_,key)=>load()[key]});`;
  // These are there anyway; a class may be derived from them, so they are what they are.
  if (path === 'node:events' || path === 'node:stream' || path === 'node:process' || path === 'node:buffer')
    return `module.exports=require(${JSON.stringify(path)});`;
  // The bundler copies own properties and keeps the prototype, so all of them have to be the prototype's.
  return `${load}module.exports=Object.create(new Proxy({},{get:(_,key)=>load()[key],has:(_,key)=>key in load()}));`;
}
