import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/durations.ts';
import { FigureTrack } from '../../../src/triage/principles/figure-track.ts';

/** A figure of 100 that falls to `to` after half an hour, a value each 10 s, for so many minutes. */
function fallen(to: number, minutes: number, mayStay = true): FigureTrack {
  const track = new FigureTrack({ knownAfterMs: MINUTE_MS, waitsMs: 5 * MINUTE_MS });
  for (let at = 0; at < (30 + minutes) * MINUTE_MS; at += 10_000) {
    const value = at < 30 * MINUTE_MS ? 100 : to;
    const normal = track.knownAt(at);
    if (!normal) track.learn({ at, value });
    else
      track.take({ at, value, share: value / normal.level - 1 }, { spread: 0.02, least: 0.1 }, { mayStay });
  }
  return track;
}

test.each([
  ['a fall is told, and is not normal', fallen(60, 50), 'fallen', 100],
  ['it is normal when it lasted for an hour', fallen(60, 65), undefined, 60],
  ['one that somebody must mend is not', fallen(60, 180, false), 'fallen', 100],
])('%s', (_, track, direction, level) => {
  expect(track.deviation?.direction).toBe(direction);
  expect(track.normals.normal?.level).toBe(level);
});
