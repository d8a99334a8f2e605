import { describe, expect, test } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import { isLong } from '../support/long.ts';
import { launch } from './driver.ts';
import { visit } from './visit.ts';

describe.concurrent.each([
  { columns: 80, rows: 24 },
  ...(isLong
    ? [
        { columns: 120, rows: 40 },
        { columns: 200, rows: 60 },
      ]
    : []),
])('the demo at $columns×$rows', ({ columns, rows }) => {
  test('shows every screen, help and palette, and restores the terminal', async () => {
    await using app = launch({ args: ['demo', '--seed', '1'], columns, rows });
    await app.sees('DEMO', 'Signal path', /(?:edge|origin|transcode)-fra-\d/, 'Journal');
    for (const name of screenNames) {
      await visit(app, name);
      expect(app.text()).toContain('DEMO');
    }
    app.press('?');
    await app.sees('Search:');
    // Esc and a key right after it would be Alt and that key.
    app.press('esc');
    await app.seesNo('Search:');
    app.press(':');
    await app.sees('Command');
    app.press('esc');
    await app.seesNo('Command');
    app.press('1').resize(columns - 10, rows - 4);
    await app.sees('Signal path');
    app.resize(columns, rows).press('q');
    expect(await app.ends()).toBe(0);
    expect(app.screen.alternate()).toBe(false);
  });
});
