import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenNames, screensBeside, tabKey, tabOf } from '../../src/actions/screen-table.ts';
import { CHROME_TOP_ROWS } from '../../src/ui/chrome/chrome.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { screenTops } from '../support/screen-tops.ts';
import { type Simulator, startSimulator } from '../world/start.ts';
import { launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';

describe.concurrent.each([
  { columns: 80, rows: 24 },
  ...(isLong ? [{ columns: 120, rows: 40 }] : []),
  { columns: 200, rows: 60 },
])('the demo at $columns×$rows', ({ columns, rows }) => {
  test('shows every screen, help and palette, and restores the terminal', async () => {
    await using app = launch({ args: ['demo', '--seed', '1'], columns, rows });
    await app.sees('DEMO', 'Signal path', /(?:edge|origin|transcode)-fra-\d/, 'Journal');
    for (const name of screenNames) {
      const hasTab = tabOf(name) === name;
      if (hasTab) app.press(tabKey(name));
      else app.press(':').type(name).press('enter');
      // The tabs within a tab have a row above the screen.
      const rowsOfTabs = screensBeside(name).length > 1 ? 1 : 0;
      const top = () => app.screen.text()[CHROME_TOP_ROWS + rowsOfTabs] ?? '';
      await app.until(() => screenTops[name].test(top()), `the screen ${name} is drawn`);
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

test('the mouse alone reaches tabs, rows, headers, the banner, names, the footer and the wheel', async () => {
  await using app = launch({
    args: ['demo', '--seed', '1', '--scenario', 'incident', '--mouse'],
    columns: 120,
    rows: 40,
  });
  const at = (text: string) => {
    const row = app.screen.text().findLastIndex((line) => line.includes(text));
    return `${(app.screen.text()[row] ?? '').indexOf(text) + 1};${row + 1}`;
  };
  const press = (place: string) => app.type(`\x1b[<0;${place}M\x1b[<0;${place}m`);
  const click = (text: string) => press(at(text));
  const wheel = (text: string, up = false) => app.type(`\x1b[<${up ? 64 : 65};${at(text)}M`);
  const tab = (text: string) => press(`${(app.screen.text()[1] ?? '').indexOf(text) + 3};2`);

  await app.sees(ANSWERED, 'CRITICAL');
  // A click on a header sorts, a second one reverses the order.
  tab('3 Servers');
  await app.sees('hottest first', 's sort');
  click(' Mem       In ');
  await app.sees('by mem ▼', /Mem▼/);
  click(' Mem▼');
  await app.sees('by mem ▴');
  // A click on the banner opens the worst problem, one on a name opens what is named.
  click('CRITICAL');
  await app.sees('Problems, worst first', 'Server outage', 'Journal around the start');
  press(at('Group         eu-central').replace(/^\d+/, (x) => String(Number(x) + 16)));
  await app.sees('by group', 'eu-central');
  // The wheel moves the list below the pointer, and scrolls the journal up.
  tab('4 Streams');
  await app.sees(/ 1 of \d+ · most viewers first/);
  wheel('PUBLISHED');
  await app.sees(/ 4 of \d+ · most viewers first/);
  wheel('PUBLISHED', true);
  await app.sees(/ 1 of \d+ · most viewers first/);
  // A double click on a row opens it; the first stream has far more viewers than the others.
  const first = at('│    PUBLISHED   zürich-floor');
  press(first);
  press(first);
  await app.sees('Stream zürich-floor', 'Stream key');
  tab('5 Journal');
  await app.sees('following');
  wheel('Server: ', true);
  await app.seesNo('↓ following');
  // Words of the footer are its keys; the wheel scrolls what they open.
  click('? help');
  await app.sees('Search:');
  app.press('esc');
  await app.seesNo('Search:');
  click('q quit');
  expect(await app.ends()).toBe(0);
});

describe('against a server', () => {
  // Entries come when the test says so: a slow machine would request more at once than a journal holds.
  const clock = new ManualClock(Date.now());
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator({
      scenario: 'huge',
      journalRate: 300,
      clock,
      ...(isLong ? {} : { servers: 100, streams: 20_000 }),
    });
  });
  afterAll(() => simulator.close());

  const args = () => ['--url', simulator.url, '--username', simulator.username];
  const env = () => ({ CASTWATCH_PASSWORD: simulator.password });

  test('tens of thousands of streams scroll to their end and back, and only visible rows are requested', async () => {
    await using app = launch({ args: [...args(), '--screen', 'streams'], env: env() });
    await app.sees(/ 1 of [\d.]+k /);
    const before = simulator.requests.filter(({ path }) => path.startsWith('/api/streams')).length;
    app.press('G');
    await app.sees(/\d+ \d{3} of [\d.]+k /);
    await app.until(() => !app.text().includes(' … '), 'the last rows are loaded');
    app.press('g');
    await app.sees(/ 1 of [\d.]+k /);
    const asked = simulator.requests.filter(({ path }) => path.startsWith('/api/streams')).length - before;
    expect(asked).toBeLessThan(40);
  });

  test('a journal that is scrolled up does not move while a thousand entries arrive', async () => {
    await using app = launch({ args: [...args(), '--screen', 'journal'], env: env() });
    await app.sees('following');
    await app.until(() => /\d\d:\d\d:\d\d/.test(app.screen.text()[36] ?? ''), 'the journal fills the screen');
    // With all lines shown, because folded ones do not count as new.
    app.press(':').type('routine').press('enter', 'pgup');
    await app.seesNo('following');
    await clock.advance(500);
    await app.sees(/\+\d+ new/);
    const row = () => app.screen.text()[6];
    const held = row();
    await clock.advance(4_000);
    await app.sees(/\+1\.\d+k new/);
    expect(row()).toBe(held);
    app.press('end');
    await app.until(() => row() !== held, 'the newest entries are shown');
  });
});
