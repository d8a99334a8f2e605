import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inject } from 'postject';
import { buildOneFile } from './one-file.ts';
import { root } from './options.ts';

/**
 * `npm run build:binary`: the program with Node as one executable for this system, for machines without Node.
 * `node src/build/binary.ts [FILE [NODE]]`; NODE is another executable of the same version, such as that for arm64.
 */
const outfile = resolve(process.argv[2] ?? resolve(root, 'dist-binary/castwatch'));
const node = process.argv[3] ?? process.execPath;
const program = `${outfile}.cjs`;
const [config, blob] = [`${outfile}.json`, `${outfile}.blob`];
mkdirSync(dirname(outfile), { recursive: true });
// A thread cannot run the executable, so it gets the text of the program.
await buildOneFile(
  program,
  `import { getAsset } from 'node:sea';
  import { Worker } from 'node:worker_threads';
  export const startWorker = (workerData) => new Worker(getAsset('program', 'utf8'), { eval: true, workerData });`,
);
// The first line is for shells; in an executable it would be a syntax error.
writeFileSync(program, readFileSync(program, 'utf8').replace(/^#!.*\n/, ''));
writeFileSync(
  config,
  JSON.stringify({
    main: program,
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { program },
  }),
);
execFileSync(process.execPath, ['--experimental-sea-config', config], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
copyFileSync(node, outfile);
chmodSync(outfile, 0o755);
await inject(outfile, 'NODE_SEA_BLOB', readFileSync(blob), {
  sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
});
for (const file of [program, config, blob]) rmSync(file);
