import { expect, test } from 'vitest';
import { tokenLife } from '../../src/http/token-life.ts';

const made = 1_768_478_400_000;

test.each<[string, number | undefined, number | undefined, number | undefined, number]>([
  ['as documented', 900_000, made + 900_000, made, 900_000],
  ['without the span', 900_000, undefined, undefined, 900_000],
  ['in seconds', 900, undefined, undefined, 900_000],
  ['in seconds, the span agrees', 900, made + 900_000, made, 900_000],
  ['a day in seconds, which could be ms, the span agrees', 86_400, made + 86_400_000, made, 86_400_000],
  ['missing, with the span', undefined, made + 600_000, made, 600_000],
  ['the shorter of two that disagree', 900_000, made + 300_000, made, 300_000],
  ['a span in the past', 900_000, made - 5, made, 900_000],
  ['an expiry in seconds', 900_000, (made + 900_000) / 1000, made, 900_000],
  ['nothing', undefined, undefined, undefined, 900_000],
  ['a year', 31_536_000_000, undefined, undefined, 900_000],
  ['a millisecond', 1, undefined, undefined, 900_000],
])('the lifetime of a token: %s', (_what, remaining, expires, generated, life) => {
  expect(tokenLife(remaining, expires, generated)).toBe(life);
});
