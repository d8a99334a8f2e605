import { describe, expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { nextMark, type Past, type TimeMark } from '../../../src/actions/time-travel.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { clockTime } from '../../../src/base/format.ts';
import { turn } from '../../../src/base/turn.ts';
import { createMouse } from '../../../src/ui/program/mouse.ts';
import { fakePast } from '../../support/fake-past.ts';
import { replayed } from '../../support/fake-replay.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import type { UiDriver } from '../../support/ui-driver.ts';
import { openScreen } from '../open-screen.ts';

const marks: readonly TimeMark[] = [
  { at: sampleNow - 2 * DAY_MS, severity: 'critical', label: 'Server outage: edge-1' },
  { at: sampleNow - 20 * MINUTE_MS, severity: 'warning', label: 'Server hot: edge-2' },
];

const [unwatchedFrom, unwatchedTo] = [sampleNow - 5 * DAY_MS, sampleNow - 4 * DAY_MS];

/** The Overview over this past, and what its keys lead to: a moment, ms ago. */
function rewound(past: Partial<Past>) {
  const { hands, services } = openScreen('overview', sampleState(), {
    services: { session: { past: fakePast(past) } },
  });
  const after = async (act: () => unknown) => {
    act();
    await turn();
    const { held } = hands.ui;
    return held && sampleNow - held.at;
  };
  const { rewind } = hands.runtime;
  return {
    hands,
    clock: services.clock,
    rewind,
    press: async (...keys: string[]) => {
      for (const key of keys.slice(0, -1)) await after(() => hands.press(key));
      return after(() => hands.press(keys.at(-1) ?? ''));
    },
    back: (ms: number) => after(() => rewind.seek(sampleNow - ms)),
  };
}

/** A cluster that was watched for ten days except the fifth. */
const tenDays = () =>
  rewound({
    from: sampleNow - 10 * DAY_MS,
    marks: (from, to) => marks.filter(({ at }) => at > from && at <= to),
    unwatched: () => [[unwatchedFrom, unwatchedTo]],
    problemBeside: (at, direction) => nextMark(marks, at, direction),
    watchedBeside: (at, direction) => {
      if (at <= unwatchedFrom || at >= unwatchedTo) return at;
      return direction > 0 ? unwatchedTo : unwatchedFrom;
    },
  });

describe('the past', () => {
  test('is reached by steps of the time line, and says how to leave it', async () => {
    const { hands, press } = tenDays();
    expect(await press('[')).toBe(10_000);
    hands.sees('End or Esc goes back to now.', /^.* PAST -10s/);
    expect(await press(']')).toBeUndefined();
    hands.lacks('This is the past');
    expect(await press(':longer', '[')).toBe(60_000);
    hands.runtime.ui.setState({ notice: undefined });
    hands.sees(/◀ 6 h .*\n.*space go on/);
    expect(await press('end')).toBeUndefined();
  });

  test('is searched from problem to problem and back', async () => {
    const { hands, press } = tenDays();
    // A little after its mark, when it is known.
    expect(await press('{')).toBe(20 * MINUTE_MS - 499);
    hands.sees('Server hot: edge-2');
    expect(await press('{')).toBe(2 * DAY_MS - 499);
    await press('{');
    hands.sees('There is no problem before this.');
    expect(await press('}')).toBe(20 * MINUTE_MS - 499);
  });

  test('has unwatched times, which are skipped in both directions', async () => {
    const { hands, press } = tenDays();
    await press(':at', '-', '9', '5', 'h', 'enter');
    await press(':longer', ':longer', ':longer', ':longer');
    expect(await press('[')).toBe(5 * DAY_MS);
    expect(await press(']')).toBe(4 * DAY_MS);
    await press(':at', '-', '1', 'h', 'enter');
    hands.sees('The cluster was not watched after');
  });
});

test('the time line has the problems around now, and a click on it leads to a moment', async () => {
  const { hands } = tenDays();
  const rail = () => hands.screen.split('\n').at(-2) ?? '';
  expect(rail()).toMatch(/^ {2}last 1 h, .*▲.*● now $/);
  createMouse(hands.runtime)({ kind: 'press', x: rail().indexOf('▲'), y: 38 });
  await turn();
  const at = hands.ui.held?.at ?? 0;
  expect(Math.abs(at - (sampleNow - 20 * MINUTE_MS))).toBeLessThan(60_000);
  expect(rail()).toMatch(/◀ 1 h/);
});

test('when several moments are asked for at once, the last one is shown, and none after the end', async () => {
  const { hands, back, rewind } = rewound({});
  for (const ms of [100_000, 200_000]) rewind.seek(sampleNow - ms);
  expect(await back(300_000)).toBe(300_000);
  rewind.seek(sampleNow - 100_000);
  rewind.end();
  await turn();
  expect(hands.ui.held).toBeUndefined();
});

test('the past is empty until ten seconds were watched', async () => {
  for (const from of [undefined, sampleNow - 9_999]) {
    const { hands, back } = rewound({ from });
    expect(await back(5_000)).toBeUndefined();
    expect(hands.notice).toBe('There is no past to show yet.');
  }
  expect(await rewound({ from: sampleNow - 10_000 }).back(5_000)).toBe(5_000);
});

test('a moment less than three seconds ago is now, and the first three seconds of the past are left out', async () => {
  const { hands, back } = rewound({});
  expect(await back(60_000)).toBe(60_000);
  expect(await back(3_000)).toBe(3_000);
  expect(await back(2_999)).toBeUndefined();
  expect(await back(3_597_000)).toBe(3_597_000);
  expect(hands.notice).not.toContain('Nothing is known before');
  expect(await back(3_597_001)).toBe(3_597_000);
  expect(hands.notice).toContain('Nothing is known before');
});

test('a key that is held down takes larger steps from the ninth press on, until it is released', async () => {
  const { press, clock } = rewound({});
  const seen: (number | undefined)[] = [];
  for (let time = 0; time < 10; time++) seen.push(await press('['));
  expect(seen.map((ms) => (ms ?? 0) / 1_000)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 140, 200]);
  await clock.advance(399);
  expect(await press('[')).toBe(260_000);
  await clock.advance(400);
  expect(await press('[')).toBe(270_000);
});

test('a moment that cannot be read leaves the screen where it was and says why', async () => {
  const { hands, back } = rewound({ at: () => Promise.reject(new Error('The disk is gone.')) });
  expect(await back(60_000)).toBeUndefined();
  expect(hands.ui.notice).toMatchObject({ text: 'The disk is gone.', tone: 'warn' });
});

const SIZE = { columns: 140, rows: 50 };
const HELD_MS = 42_000;

const rowsOf = (hands: UiDriver) => {
  const rows = hands.screen.split('\n');
  return { header: rows[0] ?? '', body: rows.slice(3, -1).join('\n'), footer: rows.at(-1) ?? '' };
};

test.each(screenNames)(
  'a frozen frame of %s shows the time of its moment and how to leave it',
  async (screen) => {
    const { hands, services } = openScreen(screen, sampleState(), { size: SIZE });
    hands.press('space');
    await services.clock.advance(HELD_MS);
    const { header, footer, body } = rowsOf(hands);
    expect(header).toContain(clockTime(sampleNow));
    expect(header).not.toContain(clockTime(sampleNow + HELD_MS));
    expect(header).toContain('FROZEN 42s');
    expect(footer).toContain('space go on');
    expect(footer).not.toMatch(/freeze|refresh|acknowledge|\bedit\b|\badd\b/);
    expect(body).not.toMatch(/\bnow │/);
  },
);

test('a frame of a recording has time axes that end at its moment, and says how fast it plays', () => {
  const { body } = rowsOf(replayed({ playing: true, speed: 10 }, SIZE).hands);
  expect(body).not.toMatch(/\bnow │/);
  expect(body).toContain(clockTime(sampleNow));
  expect(body).toContain('10×');
});
