import { expect, test } from 'vitest';
import { timeZoneFault, zoneOffset, zoneWords } from '../../src/base/time-zone.ts';

test.each<[string | undefined, string | undefined, RegExp | undefined]>([
  ['Foo/Bar', undefined, /^TZ is "Foo\/Bar", which names no time zone: times are in UTC/],
  ['CET-1CEST', 'UTC', /^TZ is "CET-1CEST"/],
  ['', undefined, /^The time zone of this machine is not known/],
  ['Europe/Berlin', 'Europe/Berlin', undefined],
  [':UTC', 'UTC', undefined],
  ['Etc/GMT', 'UTC', undefined],
])('reports TZ %j when the system reads it as %j', (tz, zone, fault) => {
  const said = timeZoneFault(tz, () => zone ?? null);
  if (fault) expect(said).toMatch(fault);
  else expect(said).toBeUndefined();
});

test('the zone of this process is correct', () => {
  expect(timeZoneFault(process.env.TZ)).toBeUndefined();
});

test('times are shown with their offset from UTC', () => {
  expect(zoneOffset(Date.UTC(2026, 0, 15))).toMatch(/^UTC([+-]\d\d:\d\d)?$/);
  expect(zoneWords(Date.UTC(2026, 0, 15))).toMatch(/^\S+ \(UTC\S*\)$/);
});
