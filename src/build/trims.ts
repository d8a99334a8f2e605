import { readFileSync } from 'node:fs';
import { type Plugin, transform } from 'esbuild';

/** Parts of packages that this program never uses. Each one names its saving, measured with and without it. */
export const trims: Plugin = {
  name: 'trims',
  setup({ onLoad }) {
    // HTTP/2 is off (`allowH2`). Without its code a start takes 25 ms of CPU and 3 to 5 MB less.
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('castwatch is built without HTTP/2'); };",
    }));
    // A proxy is asked over HTTP only (`config/url.ts`): 10 kB.
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]socks5-proxy-agent\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('castwatch is built without SOCKS'); };",
    }));
    // meow gets the manifest from the program, so it neither reads nor completes one: 12 ms of CPU and 86 kB. What only
    // that code imports loads a dozen modules of Node: 8 ms.
    onLoad({ filter: /meow[\\/]build[\\/]dependencies\.js$/ }, ({ path }) => ({
      contents: cutOut(
        path,
        [/(?<=^var (?:normalizeExports|libExports) = )require\w+\$?\d?\(\)/gm, '() => {}'],
        [/(?<=^import )require\$\$0\$2, (?=\{ format \} from 'util';$)/m, ''],
        [/^import \{ execFile \} from 'node:child_process';$/m, ''],
        [/^promisify\(execFile\);$/m, ''],
      ),
    }));
    // A checker of JSON Schema for questions to the user of an assistant, which castwatch never asks: 215 kB.
    onLoad({ filter: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({
      contents:
        "import process from 'node:process';\nexport class DefaultJsonSchemaValidator { getValidator() { throw new Error('castwatch is built without a checker of JSON Schema'); } }\nexport { process };",
    }));
    // Ink awaits its developer tools at the top of a module, which CommonJS does not allow: with them the build
    // fails.
    onLoad({ filter: /ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => {
      const source = cutOut(path, [/process\.env\['DEV'\] === 'true'/g, 'false']);
      return { contents: (await transform(source, { minifySyntax: true })).code };
    });
    // On a screen nothing is below Ink's root, so its node of the layout comes with the first child, and the layout's
    // WebAssembly is not started: 8 ms of a start.
    onLoad({ filter: /ink[\\/]build[\\/]dom\.js$/ }, ({ path }) => ({
      contents: cutOut(
        path,
        [
          /(?<=yogaNode: )nodeName === 'ink-virtual-text'/,
          "['ink-virtual-text', 'ink-root'].includes(nodeName)",
        ],
        [/node\.yogaNode\?(?=\.insertChild)/g, '(node.yogaNode ??= Yoga.Node.create())'],
      ),
    }));
    // Its WebAssembly as a value, so that it is available at once (`ui/terminal/yoga.ts`): saves 50 ms of CPU and
    // 12 MB.
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const [, wasm = ''] = /;base64,([\w+/=]+)/.exec(readFileSync(path, 'utf8')) ?? [];
      const source = cutOut(path, [/(?<=;base64,)[\w+/=]+/, '']).replace('import.meta.url', '""');
      return { contents: `${source}\nexport const wasm = ${JSON.stringify(wasm)};` };
    });
  },
};

/** Throws if a new release of the package no longer contains one of the texts. */
function cutOut(path: string, ...cuts: readonly (readonly [what: RegExp, instead: string])[]): string {
  return cuts.reduce(
    (source, [what, instead]) => {
      const cut = source.replace(what, instead);
      if (cut === source) throw new Error(`${path} has no ${what} any more: look at src/build/trims.ts`);
      return cut;
    },
    readFileSync(path, 'utf8'),
  );
}
