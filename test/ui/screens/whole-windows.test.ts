import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { isLong } from '../../support/long.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { areas, expectTiled } from '../../support/screen-rows.ts';
import { answeredStreams } from '../answered-streams.ts';
import { openScreen } from '../open-screen.ts';

/** Wide, combined, hidden and controlling characters, and more than fits. */
const HOSTILE = ' 東京🏟️👩‍👩‍👧é\u0301\u001b[31m\u202e\n'.repeat(6);

/** The sample with such names. */
function named() {
  const state = answeredStreams();
  const { streams, applications } = state;
  if (!applications.value) throw new Error('The sample has applications.');
  const renamed = <T extends object>(items: ReadonlyMap<number, T>, name: keyof T) =>
    new Map(
      [...items].map(([index, one]) => [index, { ...one, [name]: `${one[name]}${HOSTILE}`, type: HOSTILE }]),
    );
  return {
    ...state,
    streams: { ...streams, value: { ...streams.value, items: renamed(streams.value.items, 'streamKey') } },
    applications: {
      ...applications,
      value: { ...applications.value, items: renamed(applications.value.items, 'name') },
    },
  };
}

/** Lists, their views and orders, the watch list, details and the panes of those. */
const walks = [
  [],
  ['j', ':watch', 'tab'],
  ['enter'],
  ['j', 'enter', 'tab'],
  ['v'],
  ['v', 'enter'],
  ['v', 'v'],
  [':sort group'],
  [':viewer viewer-1'],
];
/** The largest adds nothing; `npm test` takes the smallest and a large one, the pictures have the usual ones. */
const looked = areas.slice(0, 5).filter((_, nth) => isLong || nth % 4 === 0);
/** The Overview leaves rows blank where no pane has room. */
const screens = screenNames.filter((name) => name !== 'overview');

test.each(screens)('the panes of %s fill any window, whatever is opened and however it is named', (name) => {
  for (const { width, height } of looked)
    for (const walk of walks) {
      const opened = { problems: [sampleProblem()], size: { columns: width, rows: height + 4 } };
      const { runtime } = openScreen(name, named(), opened).hands.press(...walk);
      const panes = runtime.panes().filter(({ id, layer }) => !layer && !id.startsWith('chrome.'));
      expect(panes.length, `${walk} in ${width} × ${height}`).toBeGreaterThan(0);
      expectTiled(panes, runtime.area);
    }
});
