import { expect, test } from 'vitest';
import { scenarioNames } from '../../../src/simulator/scenarios.ts';
import { compareFrames, type Difference, watchedScreens } from './same-frames.ts';

/** A part of a screen that differs in the past, and why. The side is that of its pane. */
interface Known {
  readonly screens: readonly Difference['screen'][];
  readonly side: 'left' | 'right';
  readonly is: RegExp;
  readonly why: string;
}

const CHART = /[\u2800-\u28ff▁-▇░┄┴┤]|─ \d|│ {20}/;
const JOURNAL = /^│? *\d\d:\d\d:\d\d |more journal entries|Around then|What changed/;
const known: readonly Known[] = [
  {
    screens: ['overview', 'servers', 'streams', 'applications', 'problems'],
    side: 'left',
    is: CHART,
    why: 'charts of the first minutes: live they begin with what the server knew before the watch began',
  },
  {
    screens: ['overview', 'servers', 'streams', 'applications', 'problems'],
    side: 'right',
    is: CHART,
    why: 'as on the left',
  },
  {
    screens: ['overview'],
    side: 'left',
    is: /against the last hour|min .* max |↗| bad \(/,
    why: 'as charts: ranges and climbs over the time before the watch began; grades of health are not stored',
  },
  {
    screens: ['overview'],
    side: 'right',
    is: /Grade|Bad|Poor|Fair|Good|Excellent|^ +│|entries|^ *—/,
    why: 'grades of health and the total of the journal are not stored',
  },
  {
    screens: ['streams'],
    side: 'right',
    is: /./,
    why: 'id, type, totals, rights, thumbnail and sub-streams of a single stream are not stored; nor is what its health consists of',
  },
  {
    screens: ['streams'],
    side: 'left',
    is: /PUBLIS/,
    why: 'streams with equal figures are in the order of their ids, which are not stored; the start is that of the session; health of streams without data has no words',
  },
  {
    screens: ['applications'],
    side: 'right',
    is: /links|no measurement|Latency|│/,
    why: 'links between applications are not stored; latency is drawn from the sweeps',
  },
  {
    screens: ['problems'],
    side: 'left',
    is: /All well since|^│ Server +\S+/,
    why: 'without the grades of health, the past does not say that all is well; equal servers have another order',
  },
  {
    screens: ['overview', 'servers', 'problems'],
    side: 'left',
    is: JOURNAL,
    why: 'excerpts of a busy journal: live it also has what was written before the watch began',
  },
  {
    screens: ['overview', 'servers', 'problems'],
    side: 'right',
    is: JOURNAL,
    why: 'as on the left',
  },
  { screens: ['journal'], side: 'left', is: /entries/, why: 'the total of the journal is not stored' },
];

function sidesOf(row: string) {
  const [left = '', right = ''] = row.split('││');
  return { left, right };
}

/** The sides of the rows that differ for no known reason. */
function unexplained({ screen, live, past }: Difference): readonly string[] {
  const [then, now] = [sidesOf(live), sidesOf(past)];
  return (['left', 'right'] as const)
    .filter((side) => then[side] !== now[side])
    .filter(
      (side) =>
        !known.some(
          (one) =>
            one.screens.includes(screen) &&
            one.side === side &&
            (one.is.test(then[side]) || one.is.test(now[side])),
        ),
    )
    .map((side) => `${screen}: ${then[side]} | ${now[side]}`);
}

/** Share of all cells that may differ for a known reason. */
const MOST_DIFFERENT = 0.06;
/** Their journals are so busy that excerpts have other lines than live, and what is below them moves. */
const busy: readonly string[] = ['huge', 'sick', 'incident', 'peak'];
const compared = scenarioNames.filter((name) => !busy.includes(name));

test.each(compared)(
  '%s looks the same from the history as it did live, but for what is known',
  async (scenario) => {
    const { frames, cells, differences } = await compareFrames(scenario, [240]);
    expect(frames).toBe(watchedScreens.length);
    expect(differences.flatMap(unexplained)).toEqual([]);
    const wrong = differences.reduce((sum, each) => sum + each.cells, 0);
    expect(wrong / cells).toBeLessThan(MOST_DIFFERENT);
  },
);
