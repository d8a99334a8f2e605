import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { inject } from 'postject';
import { billOfMaterials } from './bill-of-materials.ts';
import { nodeNotice, noticesOf } from './notices.ts';
import { buildOneFile } from './one-file.ts';
import { root } from './options.ts';

/**
 * `npm run build:binary`: the program with Node as one executable for this system, for machines without Node, and beside it
 * its licenses and what it contains. `node src/build/binary.ts [FILE [NODE]]`; NODE is another executable of the same
 * version, such as that for arm64. Only from Node 25.5 on can Node write the executable itself (`--build-sea`).
 */
const outfile = resolve(process.argv[2] ?? resolve(root, 'dist-binary/castwatch'));
const node = process.argv[3] ?? process.execPath;
const program = `${outfile}.cjs`;
const notices = `${outfile}.NOTICES`;
const [config, blob] = [`${outfile}.json`, `${outfile}.blob`];
mkdirSync(dirname(outfile), { recursive: true });
const metafile = await buildOneFile(program);
// The first line is for shells; in an executable it would be a syntax error.
writeFileSync(program, readFileSync(program, 'utf8').replace(/^#!.*\n/, ''));
// The licenses are in the executable, too, where no start reads them.
writeFileSync(notices, noticesOf([metafile], nodeNotice(node)));
// Node keeps the path of the program, so it is one without a folder of this machine, nor a name of this build.
const main = resolve(dirname(outfile), 'program.cjs');
copyFileSync(program, main);
writeFileSync(
  config,
  JSON.stringify({
    main: basename(main),
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { notices },
  }),
);
execFileSync(process.execPath, ['--experimental-sea-config', config], {
  cwd: dirname(outfile),
  stdio: ['ignore', 'ignore', 'inherit'],
});
copyFileSync(node, outfile);
chmodSync(outfile, 0o755);
const isMac = process.platform === 'darwin';
// What is changed loses its signature; macOS runs nothing without one.
if (isMac) execFileSync('codesign', ['--remove-signature', outfile]);
await inject(outfile, 'NODE_SEA_BLOB', readFileSync(blob), {
  sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
  ...(isMac && { machoSegmentName: 'NODE_SEA' }),
});
if (isMac) execFileSync('codesign', ['--sign', '-', outfile]);
for (const file of [program, main, config, blob]) rmSync(file);
writeFileSync(`${outfile}.cdx.json`, billOfMaterials([metafile], process.versions));
