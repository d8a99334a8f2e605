import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './options.ts';

const HEAD = `castwatch contains the packages below. Each is under the license that stands beneath its name.
`;
const RULE = `\n${'-'.repeat(80)}\n`;
/** Files of a package with its license, and with notices that its authors require. */
const LICENSE_FILE = /^(licen[cs]es?|copying|notice)([.-](md|txt|mit|bsd|apache))?$/i;

/** The licenses of every package in the bundles, and `more` of what is beside them. Throws if a package names none. */
export function noticesOf(metafiles: readonly Metafile[], ...more: readonly string[]): string {
  const notices = packageFolders(metafiles).map(noticeOf).sort();
  return [HEAD, ...new Set(notices), ...more].join(RULE);
}

/** The licenses of Node and of all in it (OpenSSL, ICU, V8, …), for an executable with it. Throws if they are not beside it. */
export function nodeNotice(node: string): string {
  const { platform, arch } = process;
  const packed = ['node', 'node-bin'].map((name) => `../node_modules/${name}-${platform}-${arch}/LICENSE`);
  const file = ['../LICENSE', ...packed]
    .map((path) => resolve(dirname(node), path))
    .find((path) => existsSync(path));
  if (file === undefined) throw new Error(`there is no LICENSE of Node beside ${node}`);
  return `Node ${process.versions.node}\n\n${readFileSync(file, 'utf8').trim()}\n`;
}

/** The folders of every package in the bundles, from the top of the project. */
export function packageFolders(metafiles: readonly Metafile[]): readonly string[] {
  return [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs).flatMap(packageFolder)))];
}

/**
 * The folder of a package for a file in it, such as `node_modules/a/node_modules/@b/c`; empty for our own files.
 */
function packageFolder(input: string): string[] {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.slice(0, 1) ?? [];
}

function noticeOf(folder: string): string {
  const path = join(root, folder);
  const { name, version, license, author } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const texts = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules') && LICENSE_FILE.test(basename(file)))
    .map((file) => readFileSync(join(path, file), 'utf8').trim());
  if (texts.length === 0) texts.push(termsOf(license, author?.name ?? author ?? `the authors of ${name}`));
  return `${[`${name} ${version} (${license})`, ...new Set(texts)].join('\n\n')}\n`;
}

/** The terms of a package without a license file. Those of MIT are the same as our own. */
function termsOf(license: unknown, author: string): string {
  if (license !== 'MIT') throw new Error(`no text of the license ${license} of ${author}`);
  const [, , ...terms] = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split('\n\n');
  return [`Copyright (c) ${author}`, ...terms].join('\n\n');
}
