import { readFileSync } from 'node:fs';
import { type Plugin, transform } from 'esbuild';

/** What packages bring along and this program never uses. Each stands here for what it saves, measured side by side. */
export const trims: Plugin = {
  name: 'trims',
  setup({ onLoad }) {
    // HTTP/2 is off (`allowH2`). Without its code a start takes 25 ms of CPU and 3 to 5 MB less.
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('castwatch is built without HTTP/2'); };",
    }));
    // Ink waits for its developer tools at the top of a module, which no CommonJS file can do: with them there is no build.
    onLoad({ filter: /ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => {
      const source = cutOut(path, /process\.env\['DEV'\] === 'true'/g, 'false');
      return { contents: (await transform(source, { minifySyntax: true })).code };
    });
    // Its WebAssembly as a value, so that it can be there at once (`ui/terminal/yoga.ts`): 50 ms of CPU and 12 MB less.
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const [, wasm = ''] = /;base64,([\w+/=]+)/.exec(readFileSync(path, 'utf8')) ?? [];
      const source = cutOut(path, /(?<=;base64,)[\w+/=]+/, '').replace('import.meta.url', '""');
      return { contents: `${source}\nexport const wasm = ${JSON.stringify(wasm)};` };
    });
  },
};

/** Throws where a new release of the package no longer has it. */
function cutOut(path: string, what: RegExp, instead: string): string {
  const source = readFileSync(path, 'utf8');
  const cut = source.replace(what, instead);
  if (cut === source) throw new Error(`${path} has no ${what} any more: look at src/build/trims.ts`);
  return cut;
}
