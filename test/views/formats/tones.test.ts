import { expect, test } from 'vitest';
import { defaultThresholds, mergeThresholds } from '../../../src/triage/thresholds.ts';
import { levelsOf, limitFigure, loadTone, scoreTone } from '../../../src/views/formats/tones.ts';

const t = defaultThresholds;

test('a share has the colour of its thresholds, is bold near them, and dim where it is unknown', () => {
  const tone = (share: number | undefined) => loadTone(share, { warn: 85, crit: 97 });
  const tones = [undefined, 0, 0.749, 0.75, 0.849, 0.85, 0.969, 0.97, 1.5].map(tone);
  expect(tones.join(' ')).toBe('dim plain plain bold bold warn warn crit crit');
});

test('each figure has its own thresholds, or those of the operator', () => {
  const figures = ['cpu', 'mem', 'bandwidth', 'limit', 'transcode'] as const;
  const levels = figures.map((figure) => Object.values(levelsOf(figure, t)).join(' '));
  expect(levels.join(', ')).toBe('90 97, 92 97, 85 97, 90 98, 95 100');
  const own = mergeThresholds({ cpu: { warn: 40, crit: 50 } });
  expect(loadTone(0.45, levelsOf('cpu', own))).toBe('warn');
  expect([limitFigure('viewers'), limitFigure('transcode')]).toEqual(['limit', 'transcode']);
});

test('the score of an unhealthy stream has a warning colour; the score of No Data means nothing', () => {
  const tones = [60, 59.9, 50, 49.9, 0].map((score) => scoreTone(score, 'Good', t));
  expect(tones.join(' ')).toBe('plain bold bold warn warn');
  expect(scoreTone(70, 'Good', { ...t, healthBad: 80 })).toBe('warn');
  expect([scoreTone(0, 'No Data', t), scoreTone(null, 'Good', t)]).toEqual(['dim', 'dim']);
});
