import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('each link of a page in the package leads to a file in the package', () => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' }));
  const paths: readonly string[] = packed.files.map(({ path }: { path: string }) => path);
  const isPacked = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`));
  const pages = paths.filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)|(?:src|href)="([^"#]+)/g)]
      .map(([, link, tag]) => link ?? tag ?? '')
      .filter((link) => !/^https?:/.test(link) && !isPacked(join(dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(dead).toEqual([]);
});
