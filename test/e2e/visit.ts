import { type ScreenName, screensBeside, tabKey, tabOf } from '../../src/actions/screen-table.ts';
import { CHROME_TOP_ROWS } from '../../src/ui/chrome/chrome.ts';
import type { Driver } from './driver.ts';

/** The beginning of the first row below the tabs on each screen, at every size. No tab contains it. */
const screenTops: Readonly<Record<ScreenName, RegExp>> = {
  overview: /^┌─ Signal path /,
  servers: /^┌─ Servers /,
  streams: /^┌─ (Unhealthy, most viewers|Streams) /,
  applications: /^┌─ Applications /,
  journal: /^(┌─ Journal | \d\d:\d\d [┄▁-▇.]+ now )/,
  users: /^┌─ Known users /,
  transcoding: /^┌─ Transcode settings /,
  license: /^┌─ License key /,
  cloud: /^┌─ Regions /,
  problems: /^┌─ (Watched since|The last hour|Problems, worst first) /,
  fleet: /^┌─ Clusters /,
};

/** Opens a screen by its key or the palette, and waits until it is drawn. */
export async function visit(app: Driver, name: ScreenName): Promise<void> {
  if (tabOf(name) === name) app.press(tabKey(name));
  else app.press(':').type(name).press('enter');
  // The tabs within a tab have a row above the screen.
  const rowsOfTabs = screensBeside(name).length > 1 ? 1 : 0;
  const top = () => app.screen.text()[CHROME_TOP_ROWS + rowsOfTabs] ?? '';
  await app.until(() => screenTops[name].test(top()), `the screen ${name} is drawn`);
}
