import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { workshop } from './build.ts';

/** Packages that only the bench needs have a manifest of their own, so that `npm ci` does not install them for everybody. */
const manifests = join(import.meta.dirname, '../peers');
/** Their place: inside node_modules, so that they take Ink and React from our own packages. */
export const peerFolder: string = join(workshop, 'peers');

/** Installs them where they are missing. */
export function installPeers(): void {
  if (existsSync(join(peerFolder, 'node_modules'))) return;
  cpSync(manifests, peerFolder, { recursive: true });
  execFileSync('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peerFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
