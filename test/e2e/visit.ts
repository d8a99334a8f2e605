import { type ScreenName, screensBeside, tabKey, tabOf } from '../../src/actions/screen-table.ts';
import { CHROME_TOP_ROWS } from '../../src/ui/chrome/chrome.ts';
import { screenTops } from '../support/screen-tops.ts';
import type { Driver } from './driver.ts';

/** Opens a screen by its key or the palette, and waits until it is drawn. */
export async function visit(app: Driver, name: ScreenName): Promise<void> {
  if (tabOf(name) === name) app.press(tabKey(name));
  else app.press(':').type(name).press('enter');
  // The tabs within a tab have a row above the screen.
  const rowsOfTabs = screensBeside(name).length > 1 ? 1 : 0;
  const top = () => app.screen.text()[CHROME_TOP_ROWS + rowsOfTabs] ?? '';
  await app.until(() => screenTops[name].test(top()), `the screen ${name} is drawn`);
}
