import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, 'golden');
const goldens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.txt'),
);

/** Ways of writing a figure that no screen uses, each with the way that it uses. */
const forbidden: readonly (readonly [form: RegExp, instead: string])[] = [
  [/\d %/, '95%'],
  [/[—-] of [—-](?!\w)/, 'one dash where neither the figure nor its limit is known'],
  [/[—] (viewers?|streams?|servers?|applications?|entries)\b/, '"viewers not known", or nothing'],
  [/\b(undefined|NaN|null|Infinity)\b/, '—'],
  [/\b1 (viewers|streams|servers|applications|problems|entries)\b/, 'the singular'],
  [/\b\d+(\.\d+)?[kMG]bit\/s/, 'a blank before the unit: 1.20 Gbit/s'],
  [/~\d+ (s|min|h)\b/, 'no blank in a duration: ~2s, ~1m'],
  [/\d ?[KMG]bps\b|\d (secs?|mins)\b/, 'kbit/s, Mbit/s, Gbit/s, s, m'],
  [/[a-z]now\b/, 'a mark that does not touch the word "now"'],
  [/\b(viewers|streams): \d{4,}\b/, 'three digits: 12.3k'],
];

test.each(goldens)('figures have one style in %s', (name) => {
  const rows = readFileSync(join(folder, name), 'utf8').split('\n');
  for (const [form, instead] of forbidden)
    expect(
      rows.filter((row) => form.test(row)),
      `instead: ${instead}`,
    ).toEqual([]);
});
