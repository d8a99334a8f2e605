import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
