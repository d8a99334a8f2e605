import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Paths of all files of the repository. */
const files = ['src', 'test', '.'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

/** Line comments and the lines of block comments: no code in this repository begins with a star. */
const COMMENT = /(?:^|\s)\/\/ .*$|^\s*(?:\/\*\*?|\*) .*$/gmu;
/** A file name with or without its folder; patterns such as `<name>.ts` and `*.svg` do not count. */
const NAMED = /(?<![\w.<>*/{}-])(?:[\w-]+\/)*[\w-]+(?:\.test)?\.(?:tsx?|md|svg|snap)\b/gu;

/** Files that a text names and that do not exist. */
function missingNames(text: string, known: readonly string[]): string[] {
  return [...text.matchAll(NAMED)]
    .map(([name]) => name)
    .filter((name) => !known.some((file) => file === name || file.endsWith(`/${name}`)));
}

/** The same for comments only, with the line. */
function missingIn(text: string, known: readonly string[]): string[] {
  return [...text.matchAll(COMMENT)].flatMap((comment) => {
    const line = text.slice(0, comment.index + 1).split('\n').length;
    return missingNames(comment[0], known).map((name) => `${line}: ${name}`);
  });
}

test('every file that a comment names exists', () => {
  const wrong = files
    .filter((file) => /^(?:src|test)\/.*\.tsx?$/.test(file))
    .flatMap((file) =>
      missingIn(readFileSync(join(root, file), 'utf8'), files).map((what) => `${file}:${what}`),
    );
  expect(wrong).toEqual([]);
});

test('every source file and page that a page names exists', () => {
  const wrong = files
    .filter((file) => /^[^/]*\.md$|^(?:src|test)\/.*\.md$/.test(file))
    .flatMap((file) =>
      missingNames(readFileSync(join(root, file), 'utf8'), files)
        .filter((name) => !name.endsWith('.svg'))
        .map((name) => `${file}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

test('only comments are searched, and patterns are no names', () => {
  const known = ['src/base/text.ts'];
  const code = `const x = 'gone.ts'; ${'//'} see gone.ts and base/text.ts\n`;
  const block = '/**\n * Of `ui/old.tsx`,\n * or api.md.\n */\n';
  const patterns = '// one file a screen: views/<name>.ts, *.svg, text.ts';
  const missing = ['1: gone.ts', '3: ui/old.tsx', '4: api.md'];
  expect(missingIn(code + block + patterns, known)).toEqual(missing);
});
