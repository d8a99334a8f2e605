import { expect, test } from 'vitest';
import { firstIngest, type IngestTrack, lowSince, nextIngest } from '../../../src/triage/memory/ingest.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { START, stream } from '../support.ts';

const MINUTE = 60_000;
const first = (inBandwidth: number | null | undefined, more: object = {}) =>
  firstIngest(stream({ inBandwidth, ...more }), START, t);
/** A stream whose usual bitrate was 1,000 for a while, and which then has these figures, `step` apart. */
function after(figures: readonly (number | null)[], step = MINUTE): IngestTrack {
  let track = first(1_000);
  let at = START;
  for (const figure of [1_000, 1_000, 1_000, ...figures]) {
    at += step;
    if (track) track = nextIngest(track, { bandwidth: figure, at, passed: step }, t);
  }
  if (!track) throw new Error('nothing came in');
  return track;
}

test('without bytes nothing is said about the bitrate', () => {
  const track = after([]);
  for (const bandwidth of [0, null, undefined, -5]) {
    expect(first(bandwidth)).toBeUndefined();
    expect(nextIngest(track, { bandwidth, at: 1, passed: 1 }, t)).toBe(track);
  }
});

test('the first three figures are averaged, then the usual bitrate follows slowly', () => {
  const track = first(900);
  if (!track) throw new Error('nothing came in');
  const second = nextIngest(track, { bandwidth: 1_200, at: START + 1, passed: 1 }, t);
  expect(second).toMatchObject({ usual: 1_050, samples: 2 });
  const third = nextIngest(second, { bandwidth: 1_350, at: START + 2, passed: 1 }, t);
  expect(third).toMatchObject({ usual: 1_150, samples: 3 });
  // Two hundredths a minute upwards, two thousandths downwards while it is low.
  expect(after([1_500]).usual).toBe(1_020);
  expect(after([1_005]).usual).toBe(1_005);
  expect(after([500]).usual).toBe(998);
  expect(after([950]).usual).toBe(980);
});

test('a stream far below its mean since its publisher came is low from the start', () => {
  const long = { inTotalBytes: 600_000, duration: 600_000 };
  const critical = 1_000 * (1 - t.ingestCrit / 100);
  expect(first(critical - 1, long)).toMatchObject({ usual: expect.closeTo(1_000, 0), below: true });
  expect(first(critical + 1, long)).toMatchObject({ usual: critical + 1, below: false });
  expect(first(10, { ...long, duration: 599_999 })).toMatchObject({ usual: 10 });
  expect(first(10, { ...long, inTotalBytes: 0 })).toMatchObject({ usual: 10 });
  expect(first(10, { ...long, duration: null })).toMatchObject({ usual: 10 });
});

test('a drop is remembered once, and ends only when the usual bitrate is reached again', () => {
  const atWarning = 1_000 * (1 - t.ingestWarn / 100);
  expect(after([atWarning]).falls).toHaveLength(1);
  expect(after([atWarning + 1]).falls).toEqual([]);
  expect(after([300, 300, 300]).falls).toHaveLength(1);
  expect(after([300, 850, 300]).falls).toHaveLength(1);
  expect(after([300, 950, 300]).falls).toHaveLength(2);
  expect([after([300]).below, after([300, 850]).below, after([300, 950]).below]).toEqual([true, true, false]);
  const swings = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 300 : 1_000));
  expect(after(swings, 1_000).falls).toHaveLength(10);
});

test('a step begins with its first low figure, a slow drop where its line leaves the usual bitrate', () => {
  const begun = (figures: readonly number[]) => {
    const since = lowSince(after(figures));
    return since === undefined ? undefined : (since - START) / MINUTE;
  };
  expect(begun([])).toBeUndefined();
  expect(begun([500])).toBe(4);
  expect(begun([500, 500, 500])).toBe(4);
  expect(begun([500, 600, 700])).toBe(4);
  expect(begun([850, 800, 750, 700, 650])).toBe(3);
  // A line that leaves the usual bitrate half a minute after the last usual figure.
  expect(begun([1_000, 800, 400, 10])).toBeCloseTo(4.5, 1);
});
