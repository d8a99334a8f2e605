import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { peerFolder } from './peer-packages.ts';
import type { Command } from './program.ts';

export interface Peer {
  readonly name: string;
  /** Prepares its home and returns the command to start it with one update a second. Undefined: not installed. */
  readonly command: () => Command | undefined;
}

/** The first program of that name among the bench's own packages and on the path. */
function find(name: string): string | undefined {
  const own = join(peerFolder, 'node_modules', '.bin');
  for (const folder of [own, ...(process.env.PATH ?? '').split(delimiter)]) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // not here
    }
  }
  return undefined;
}

function program(name: string, args: readonly string[], env?: Record<string, string>): Peer['command'] {
  return () => {
    const file = find(name);
    return file === undefined ? undefined : { file, args, env };
  };
}

/** Common programs to watch machines with. One that is not installed is left out and named. */
export const peers: readonly Peer[] = [
  { name: 'htop', command: program('htop', ['-d', '10']) },
  { name: 'btop', command: btop },
  { name: 'glances', command: program('glances', ['-t', '1']) },
  { name: 'gtop', command: program('gtop', []) },
];

/** btop takes its interval from a file only. */
function btop(): Command | undefined {
  const found = program('btop', [])();
  if (!found) return undefined;
  const config = join(tmpdir(), 'castwatch-bench-btop');
  mkdirSync(join(config, 'btop'), { recursive: true });
  writeFileSync(join(config, 'btop', 'btop.conf'), 'update_ms = 1000\n');
  return { ...found, env: { XDG_CONFIG_HOME: config } };
}
