import { expect, test } from 'vitest';
import { gradeTone, loadTone, scoreTone, stateTone } from '../../../src/views/formats/tones.ts';

test('a share calls from three quarters of its limit on, and what is not known steps back', () => {
  expect([undefined, 0, 0.749, 0.75, 0.899, 0.9, 1.5].map(loadTone)).toEqual([
    'dim',
    'plain',
    'plain',
    'warn',
    'warn',
    'crit',
    'crit',
  ]);
});

test('a low score calls; the score of No Data means nothing', () => {
  expect([75, 74.9, 50, 49.9].map((score) => scoreTone(score, 'Good'))).toEqual([
    'plain',
    'warn',
    'warn',
    'crit',
  ]);
  expect([scoreTone(0, 'No Data'), scoreTone(null, 'Good'), scoreTone(undefined, undefined)]).toEqual([
    'dim',
    'dim',
    'dim',
  ]);
});

test('bad grades call, and states between two others', () => {
  expect(['Very Bad', 'Bad', 'Good', 'No Data', 'Wobbly'].map(gradeTone)).toEqual([
    'crit',
    'crit',
    'plain',
    'dim',
    'plain',
  ]);
  expect(['PUBLISHED', 'AWAITING', 'CLOSED', 'NEW', undefined].map(stateTone)).toEqual([
    'dim',
    'warn',
    'dim',
    'plain',
    'plain',
  ]);
});
