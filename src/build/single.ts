import { chmodSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { buildOneFile } from './one-file.ts';
import { root } from './options.ts';

/** `npm run build:single`: the program as one file, for `scp`, and beside it
 * a list of what it contains (CycloneDX). `node src/build/single.ts [FILE]`. */
const outfile = resolve(process.argv[2] ?? resolve(root, 'dist-single/castwatch.cjs'));
const metafile = await buildOneFile(outfile);
chmodSync(outfile, 0o755);
writeFileSync(outfile.replace(/(\.cjs)?$/, '.cdx.json'), billOfMaterials([metafile]));
