import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Figure } from './figure.ts';

const root = resolve(import.meta.dirname, '../..');

/** Lines, files and code lines of the sources by folder, kilobytes of what is built: exact, and counted in a second. */
export function stillFigures(): readonly Figure[] {
  return [...sources('src'), ...sources('test'), ...built()];
}

interface Size {
  files: number;
  lines: number;
  code: number;
}

function sources(folder: string): readonly Figure[] {
  const folders = new Map<string, Size>();
  const all: Size = { files: 0, lines: 0, code: 0 };
  for (const path of globSync('**/*.{ts,tsx}', { cwd: join(root, folder) })) {
    const [first = '', ...rest] = path.split(/[\\/]/);
    const name = rest.length > 0 ? `${folder}/${first}` : folder;
    const size = folders.get(name) ?? { files: 0, lines: 0, code: 0 };
    folders.set(name, size);
    const text = readFileSync(join(root, folder, path), 'utf8').split('\n');
    const lines = text.at(-1) === '' ? text.slice(0, -1) : text;
    for (const one of [all, size]) {
      one.files++;
      one.lines += lines.length;
      one.code += lines.filter(isCode).length;
    }
  }
  const rows = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    { name: `${folder}: lines`, value: all.lines },
    { name: `${folder}: files`, value: all.files },
    { name: `${folder}: code lines`, value: all.code },
    ...rows.map(([name, { lines, files, code }]) => ({
      name: `${name === folder ? `${folder}/*` : name}: lines`,
      value: lines,
      note: `${files} files, ${code} code lines`,
    })),
  ];
}

/** Neither blank nor a comment of its own. */
const isCode = (line: string) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line);

function built(): readonly Figure[] {
  const dist = join(root, 'dist');
  return globSync('*', { cwd: dist })
    .sort()
    .map((file) => ({ name: `dist/${file}: KB`, value: Math.ceil(statSync(join(dist, file)).size / 1_000) }));
}
