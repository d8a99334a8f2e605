import { readFileSync } from 'node:fs';
import { type Plugin, transform } from 'esbuild';

/** What packages bring along and this program never uses; each of them would be loaded at every start. */
export const trims: Plugin = {
  name: 'trims',
  setup({ onLoad, onResolve }) {
    // Of Node's own HTTP undici wants a number and a class that no body of ours is of.
    onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      /undici[\\/]lib[\\/]/.test(importer) ? { path: 'http', namespace: 'trim' } : undefined,
    );
    onLoad({ filter: /^http$/, namespace: 'trim' }, () => ({
      contents: 'module.exports = { maxHeaderSize: 16_384, IncomingMessage: class {} };',
    }));
    // They only ask whether something is so; Node's own module for that opens standard error at once.
    onResolve({ filter: /^(node:)?assert$/ }, ({ importer }) =>
      /(undici[\\/]lib|signal-exit)[\\/]/.test(importer) ? { path: 'assert', namespace: 'trim' } : undefined,
    );
    onLoad({ filter: /^assert$/, namespace: 'trim' }, () => ({
      contents:
        "module.exports = (so, message = 'assertion failed') => { if (!so) throw new Error(message); };" +
        'module.exports.equal = (a, b, message) => module.exports(a === b, message);',
    }));
    // Of no use where the screen says its size itself; it would load what starts other programs.
    onLoad({ filter: /terminal-size[\\/]index\.js$/ }, () => ({
      contents: 'export default () => ({ columns: 80, rows: 24 });',
    }));
    // `allowH2` is off, and the other HTTP parser is an experiment that has to be asked for.
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => never('HTTP/2'));
    onLoad({ filter: /undici[\\/]lib[\\/]milo[\\/][\w-]+\.js$/ }, () => never('milo'));
    // Ink waits for its developer tools at the top of a module; without them no file has to be loaded asynchronously.
    onLoad({ filter: /ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => {
      const source = cutOut(path, /process\.env\['DEV'\] === 'true'/g, 'false');
      return { contents: (await transform(source, { minifySyntax: true })).code };
    });
    // meow gets our manifest as it is: what would find, read and correct one takes 15 ms of a start to set up.
    onLoad({ filter: /meow[\\/]build[\\/]dependencies\.js$/ }, ({ path }) => {
      const unused =
        /(?<=^var \w+) = require(?:Lib\$1|Normalize)\(\)|^promisify\(execFile\)|(?<=^import )require\$\$0\$2, /gm;
      return { contents: cutOut(path, unused, '') };
    });
    // Its WebAssembly as a value: so it can be there at once (`ui/terminal/yoga.ts`).
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const [, wasm = ''] = /;base64,([\w+/=]+)/.exec(readFileSync(path, 'utf8')) ?? [];
      const source = cutOut(path, /(?<=;base64,)[\w+/=]+/, '').replace('import.meta.url', '""');
      return { contents: `${source}\nexport const wasm = ${JSON.stringify(wasm)};` };
    });
  },
};

function never(what: string): { contents: string } {
  return { contents: `module.exports = () => { throw new Error('castwatch is built without ${what}'); };` };
}

/** Throws where a new release of the package no longer has it. */
function cutOut(path: string, what: RegExp, instead: string): string {
  const source = readFileSync(path, 'utf8');
  const cut = source.replace(what, instead);
  if (cut === source) throw new Error(`${path} has no ${what} any more: look at src/build/trims.ts`);
  return cut;
}
