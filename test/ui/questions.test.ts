import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeymap } from '../../src/actions/keymap.ts';
import { openScene } from '../support/scene.ts';

/** Rows of the table in test/README.md: question, keys from the Overview on, words on the screen that answer it. */
const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');
const part = /\n## Keys to an answer\n([\s\S]*?)(?=\n##|$)/.exec(readme)?.[1] ?? '';
const rows = [...part.matchAll(/^\| ([^|]+\?) \| ([^|]+) \| `([^|]+)` \|$/gm)].map(
  ([, question = '', keys = '', words = '']) => ({
    question,
    keys: [...keys.matchAll(/`(.)`/g)].map(([, key = '']) => key),
    words,
  }),
);

let scene: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  scene = await openScene({ scenario: 'incident', seed: 1, after: 330_000 });
}, 30_000);
afterAll(() => scene.close());

test('there are fifteen questions', () => {
  expect(rows).toHaveLength(15);
});

test.each(rows)('$question is answered with at most two keys', async ({ keys, words }) => {
  expect(keys.length).toBeLessThanOrEqual(2);
  const shot = await scene.shoot({ screen: 'overview', size: { columns: 120, rows: 40 }, keys });
  expect(shot.text().join('\n')).toContain(words);
  shot.dispose();
});

test('the table of counts is true, and the first page of help fits in a small window', async () => {
  const now = (name: string) => new RegExp(`^\\| ${name} \\| \\d+ \\| (\\d+) \\|$`, 'm').exec(part)?.[1];
  const commands = createKeymap().all;
  expect(now('Commands')).toBe(String(commands.length));
  expect(now('Keys')).toBe(String(new Set(commands.flatMap(({ keys }) => keys)).size));
  const shot = await scene.shoot({ screen: 'streams', size: { columns: 80, rows: 24 }, keys: ['?'] });
  const help = shot.text().join('\n');
  expect(help).toMatch(/┌─ Help ─[\s\S]*Sort by a column[\s\S]*Quit/);
  const first = help.slice(help.indexOf('The first keys'), help.indexOf('Quit')).split('\n');
  expect(now('Lines of help that one meets first, 80x24')).toBe(String(first.length));
  shot.dispose();
  const overview = await scene.shoot({ screen: 'overview', size: { columns: 120, rows: 40 } });
  const panes = overview.text().join('\n').match(/┌─ /gu);
  expect(now('Panes of the Overview, 120x40')).toBe(String(panes?.length));
  overview.dispose();
});

test('at 80×24 every key of a list is in sight, in its border or in the footer', async () => {
  const shot = await scene.shoot({ screen: 'streams', size: { columns: 80, rows: 24 } });
  const rows = shot.text().slice(-2).join(' ');
  for (const words of [
    '/ filter',
    'm watch',
    'i look up',
    'v view',
    'f narrow',
    's sort',
    'enter open',
    '? help',
  ])
    expect(rows).toContain(words);
  shot.dispose();
});
