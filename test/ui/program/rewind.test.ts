import { describe, expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { nextMark, type Past, type TimeMark } from '../../../src/actions/time-travel.ts';
import { clockTime } from '../../../src/base/format.ts';
import { turn } from '../../../src/base/turn.ts';
import { createMouse } from '../../../src/ui/program/mouse.ts';
import { replayed } from '../../support/fake-replay.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const marks: readonly TimeMark[] = [
  { at: sampleNow - 2 * DAY, severity: 'critical', label: 'Server outage: edge-1' },
  { at: sampleNow - 20 * 60_000, severity: 'warning', label: 'Server hot: edge-2' },
];

/** The moment that shows a problem: a little after its mark, when it is known. */
const shownFor = (index: number) => (marks[index]?.at ?? 0) + 499;

/** A cluster that was watched for ten days except the fifth. */
function rewound(size = { columns: 120, rows: 40 }, known = marks) {
  const past: Past = {
    from: sampleNow - 10 * DAY,
    at: async (at) => ({ at, state: sampleState(), triage: calm, resolution: undefined }),
    marks: (from, to) => known.filter(({ at }) => at > from && at <= to),
    unwatched: () => [[sampleNow - 5 * DAY, sampleNow - 4 * DAY]],
    problemBeside: (at, direction) => nextMark(marks, at, direction),
    watchedBeside: (at, direction) => {
      const day = { from: sampleNow - 5 * DAY, to: sampleNow - 4 * DAY };
      if (at <= day.from || at >= day.to) return at;
      return direction > 0 ? day.to : day.from;
    },
  };
  const hands = new UiDriver(fakeServices(sampleState(), { session: { past } }), size, 'overview');
  return {
    hands,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        hands.press(key);
        await turn();
      }
      return hands.runtime.ui.getState().held?.at;
    },
    footer: () => {
      hands.runtime.ui.setState({ notice: undefined });
      // The rail of time is above the footer.
      return hands.screen.split('\n').slice(-2).join(' ');
    },
    header: () => hands.screen.split('\n')[0] ?? '',
  };
}

describe('the past', () => {
  test('is reached by steps of the time line, and says how to leave it', async () => {
    const { hands, press, footer, header } = rewound();
    expect(await press('[')).toBe(sampleNow - 10_000);
    hands.sees('End or Esc goes back to now.');
    expect(header()).toContain('PAST -10s');
    expect(await press(']')).toBeUndefined();
    hands.lacks('This is the past');
    expect(await press(':longer', '[')).toBe(sampleNow - 60_000);
    expect(footer()).toMatch(/◀ 6 h .*space go on/);
    expect(await press('end')).toBeUndefined();
  });

  test('is searched from problem to problem and back', async () => {
    const { hands, press } = rewound();
    expect(await press('{')).toBe(shownFor(1));
    hands.sees('Server hot: edge-2');
    expect(await press('{')).toBe(shownFor(0));
    await press('{');
    hands.sees('There is no problem before this.');
    expect(await press('}')).toBe(shownFor(1));
  });

  test('has unwatched times, which are skipped in both directions', async () => {
    const { hands, press } = rewound();
    await press(':at', '-', '9', '5', 'h', 'enter');
    await press(':longer', ':longer', ':longer', ':longer');
    expect(await press('[')).toBe(sampleNow - 5 * DAY);
    expect(await press(']')).toBe(sampleNow - 4 * DAY);
    await press(':at', '-', '1', 'h', 'enter');
    hands.sees('The cluster was not watched after');
  });
});

test('the time line has the problems around now, and a click on it leads to a moment', async () => {
  const { hands } = rewound();
  const rail = () => hands.screen.split('\n').at(-2) ?? '';
  expect(rail()).toMatch(/^ {2}last 1 h, .*▲.*● now $/);
  createMouse(hands.runtime)({ kind: 'press', x: rail().indexOf('▲'), y: 38 });
  await turn();
  const at = hands.runtime.ui.getState().held?.at ?? 0;
  expect(Math.abs(at - (sampleNow - 20 * 60_000))).toBeLessThan(60_000);
  expect(rail()).toMatch(/◀ 1 h/);
});

/** A cluster that was watched for this long, in which every moment can be shown or none. */
function watchedFor(ms: number | undefined, fails?: string) {
  const past: Past = {
    from: ms === undefined ? undefined : sampleNow - ms,
    at: async (at) => {
      if (fails !== undefined) throw new Error(fails);
      return { at, state: sampleState(), triage: calm };
    },
    marks: () => [],
    unwatched: () => [],
    problemBeside: () => undefined,
    watchedBeside: (at) => at,
  };
  const services = fakeServices(sampleState(), { session: { past } });
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, 'overview');
  const { runtime } = hands;
  const after = async (act: () => unknown) => {
    act();
    await turn();
    const { held } = runtime.ui.getState();
    return held && sampleNow - held.at;
  };
  return {
    hands,
    clock: services.clock,
    tone: () => runtime.ui.getState().notice?.tone,
    back: (ms: number) => after(() => runtime.rewind.seek(sampleNow - ms)),
    press: (key: string) => after(() => hands.press(key)),
  };
}

test('when several moments are asked for at once, the last one is shown, and none after the end', async () => {
  const { hands, back } = watchedFor(3_600_000);
  const { rewind } = hands.runtime;
  for (const ms of [100_000, 200_000]) rewind.seek(sampleNow - ms);
  expect(await back(300_000)).toBe(300_000);
  rewind.seek(sampleNow - 100_000);
  rewind.end();
  await turn();
  expect(hands.runtime.ui.getState().held).toBeUndefined();
});

test('the past is empty until ten seconds were watched', async () => {
  for (const ms of [undefined, 9_999]) {
    const { hands, back } = watchedFor(ms);
    expect(await back(5_000)).toBeUndefined();
    expect(hands.notice).toBe('There is no past to show yet.');
  }
  expect(await watchedFor(10_000).back(5_000)).toBe(5_000);
});

test('a moment less than three seconds ago is now, and the first three seconds of the past are left out', async () => {
  const { hands, back } = watchedFor(3_600_000);
  expect(await back(60_000)).toBe(60_000);
  expect(await back(3_000)).toBe(3_000);
  expect(await back(2_999)).toBeUndefined();
  expect(await back(3_597_000)).toBe(3_597_000);
  expect(hands.notice).not.toContain('Nothing is known before');
  expect(await back(3_597_001)).toBe(3_597_000);
  expect(hands.notice).toContain('Nothing is known before');
});

test('a key that is held down takes larger steps from the ninth press on, until it is released', async () => {
  const { press, clock } = watchedFor(3_600_000);
  const seen: (number | undefined)[] = [];
  for (let time = 0; time < 10; time++) seen.push(await press('['));
  expect(seen.map((ms) => (ms ?? 0) / 1_000)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 140, 200]);
  await clock.advance(399);
  expect(await press('[')).toBe(260_000);
  await clock.advance(400);
  expect(await press('[')).toBe(270_000);
});

test('a moment that cannot be read leaves the screen where it was and says why', async () => {
  const { hands, back, tone } = watchedFor(3_600_000, 'The disk is gone.');
  expect(await back(60_000)).toBeUndefined();
  expect([hands.notice, tone()]).toEqual(['The disk is gone.', 'warn']);
});

const SIZE = { columns: 140, rows: 50 };
const HELD_MS = 42_000;

async function frozen(screen: (typeof screenNames)[number]) {
  const services = fakeServices(sampleState());
  const hands = new UiDriver(services, SIZE, screen);
  hands.press('space');
  await services.clock.advance(HELD_MS);
  return hands;
}

const rowsOf = (hands: UiDriver) => {
  const rows = hands.screen.split('\n');
  return { header: rows[0] ?? '', body: rows.slice(3, -1).join('\n'), footer: rows.at(-1) ?? '' };
};

test.each(screenNames)(
  'a frozen frame of %s shows the time of its moment and how to leave it',
  async (screen) => {
    const { header, footer, body } = rowsOf(await frozen(screen));
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
