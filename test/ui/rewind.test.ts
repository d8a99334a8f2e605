import { describe, expect, test } from 'vitest';
import { markBeside, type Past, type TimeMark } from '../../src/actions/time-travel.ts';
import { clockTime } from '../../src/base/format.ts';
import { turn } from '../../src/base/turn.ts';
import { calm, fakeServices } from '../support/fake-services.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const marks: readonly TimeMark[] = [
  { at: sampleNow - 2 * DAY, severity: 'critical', label: 'Server outage: edge-1' },
  { at: sampleNow - 20 * 60_000, severity: 'warning', label: 'Server hot: edge-2' },
];

/** A cluster that was watched for ten days but for the fifth, in figures of a quarter of an hour before yesterday. */
function rewound(size = { columns: 120, rows: 40 }) {
  const past: Past = {
    from: sampleNow - 10 * DAY,
    memory: { bytes: 0, limit: 1, changes: 0, changeBytes: 0, changeLimit: 1 },
    at: async (at) => ({
      at,
      state: sampleState(),
      triage: calm,
      resolution: at < sampleNow - DAY ? 15 * 60_000 : undefined,
    }),
    marks: (from, to) => marks.filter(({ at }) => at > from && at <= to),
    problemBeside: (at, direction) => markBeside(marks, at, direction),
    watchedBeside: (at, direction) => {
      const day = { from: sampleNow - 5 * DAY, to: sampleNow - 4 * DAY };
      if (at <= day.from || at >= day.to) return at;
      return direction > 0 ? day.to : day.from;
    },
  };
  const hands = new UiDriver(fakeServices(sampleState(), { past }), size, 'overview');
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
      return hands.screen.split('\n').at(-1) ?? '';
    },
    header: () => hands.screen.split('\n')[0] ?? '',
  };
}

describe('the past', () => {
  test('goes back by steps of its time line, and says how to leave', async () => {
    const { hands, press, footer, header } = rewound();
    expect(await press('[')).toBe(sampleNow - 10_000);
    expect(hands.screen).toContain('End or Esc leads to now.');
    expect(header()).toContain('PAST -10s');
    expect(await press(']')).toBeUndefined();
    expect(hands.screen).not.toContain('This is the past');
    expect(await press('Z', '[')).toBe(sampleNow - 60_000);
    expect(footer()).toMatch(/◀ 6 h .*space go on/);
    expect(await press('end')).toBeUndefined();
  });

  test('its time line runs from an hour to a month, with the problems on it', async () => {
    const { hands, press, footer } = rewound();
    await press('[');
    expect(footer()).toMatch(/◀ 1 h .*▲/);
    expect(footer()).not.toContain('✖');
    await press('Z', 'Z', 'Z');
    expect(footer()).toMatch(/◀ 7 d .*✖/);
    await press('Z', 'Z');
    expect(hands.screen).toContain('30 d is the longest');
    // What lies before the history is not drawn as time in which nothing happened.
    expect(footer()).toContain('┄');
    await press('z', 'z', 'z', 'z', 'z');
    expect(hands.screen).toContain('1 h is the shortest');
  });

  test('leads from problem to problem, and back', async () => {
    const { hands, press } = rewound();
    expect(await press('{')).toBe(marks[1]?.at);
    expect(hands.screen).toContain('Server hot: edge-2');
    expect(await press('{')).toBe(marks[0]?.at);
    await press('{');
    expect(hands.screen).toContain('There is no problem before this.');
    expect(await press('}')).toBe(marks[1]?.at);
  });

  test('leads to a time that is typed', async () => {
    const { hands, press, header } = rewound();
    await press('@', '-', '2', '5', 'h', 'enter');
    expect(hands.runtime.ui.getState().held?.at).toBe(sampleNow - 25 * HOUR);
    expect(header()).toContain('figures of 15 min');
    expect(header()).toContain(clockTime(sampleNow - 25 * HOUR));
  });

  test('passes over what was not watched, in both directions', async () => {
    const { hands, press } = rewound();
    await press('@', '-', '9', '5', 'h', 'enter');
    await press('Z', 'Z', 'Z', 'Z');
    expect(await press('[')).toBe(sampleNow - 5 * DAY);
    expect(await press(']')).toBe(sampleNow - 4 * DAY);
    await press('@', '-', '1', 'h', 'enter');
    expect(hands.screen).toContain('Nothing was watched from');
  });

  test('ends where the history begins', async () => {
    const { hands, press } = rewound();
    await press('@', '-', '4', '0', 'd', 'enter');
    expect(hands.screen).toContain('there is nothing older');
    expect(hands.runtime.ui.getState().held?.at).toBeLessThan(sampleNow - 9.9 * DAY);
  });
});
