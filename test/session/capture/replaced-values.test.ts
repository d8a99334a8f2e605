import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/base/durations.ts';
import { isPrivate, replaceValues, shiftTimes } from '../../../src/session/capture/replaced-values.ts';

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same value without its texts and numbers. A short text may become longer. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length < 4 ? 'short' : `text of ${value.length}`;
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.values(value).map(shapeOf);
}

const words = 'edge-fra-1|live/cam|a-b-c-d|10.0.0.1|----|    |2026-01-15T14:03:00.120Z|PUBLISHED';
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'abZ7-./ é東🎥') }),
  fc.constantFrom(...words.split('|')),
);
const member = fc.oneof(
  fc.constantFrom('id', 'serverName', 'message', 'count', 'startTime', 'somethingNew', '__proto'),
  text,
);
const body = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(member, tie('value'), { maxKeys: 5 }),
  ),
})).value;

test('no text survives, and types, lengths and equal texts do', () => {
  fc.assert(
    fc.property(fc.array(body, { maxLength: 4 }), (values) => {
      const replaced = replaceValues(values);
      const before = values.flatMap(textsIn);
      const after = replaced.flatMap(textsIn);
      const originals = new Set(before.filter(isPrivate));
      expect(after.filter((one) => originals.has(one))).toEqual([]);
      expect(replaced.map(shapeOf)).toEqual(values.map(shapeOf));
      const seen = new Map<string, string>();
      before.forEach((one, index) => {
        expect(after[index]).toBe(seen.get(one) ?? after[index]);
        seen.set(one, after[index] ?? '');
      });
    }),
    { numRuns: 300 },
  );
});

test('parts keep their place in other texts, words of the contract and figures stay, and dates are dates', () => {
  const figures = { state: 'PUBLISHED', viewerCount: 4711, cpuUsage: 74.25 };
  const place = { serverName: 'edge-frankfurt-1', streamKey: 'camera' };
  const left = {
    message: 'camera left edge-frankfurt-1',
    id: 1234567,
    createDate: '2026-01-15T14:03:07+01:00',
  };
  const times = { generatedAt: 1_768_482_187_000, token: 'hunter2-secret', phone: 491_701_234_567 };
  const given = { list: [{ ...place, ...figures }, left], meta: { ...times, 'edge-frankfurt-1': 1 } };
  type Texts = Record<string, string>;
  const [{ list, meta }] = replaceValues([given]) as readonly [
    { list: readonly [Texts, Texts]; meta: Record<string, number> },
  ];
  const [stream, entry] = list;
  expect(stream.serverName).toMatch(/^[a-z]{4}-[a-z]{9}-\d$/);
  expect(entry.message).toBe(`${stream.streamKey} ${entry.message?.split(' ')[1]} ${stream.serverName}`);
  expect(stream).toMatchObject(figures);
  expect(entry.id).toBe(left.id);
  expect(entry.createDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:03:07\+01:00$/);
  expect(Date.parse(entry.createDate ?? '')).toBeLessThan(Date.parse('2025-08-01'));
  expect(Object.keys(meta)).toEqual(['generatedAt', 'token', 'phone', stream.serverName]);
  expect(meta.phone).not.toBe(491_701_234_567);
  expect(new Date(meta.generatedAt ?? 0).getUTCMinutes()).toBe(new Date(1_768_482_187_000).getUTCMinutes());
});

const AT = Date.UTC(2026, 0, 15, 12);

test('times move by so many ms, in ms, seconds and text, each in its own form', () => {
  const times = (at: number, zoned: string, local: string) => ({
    timestamp: at,
    createDate: zoned,
    list: [{ publishedAt: at / 1000 }, { startTime: local }],
    leastMs: { updatedAt: at - AT + 100_000_000_000 },
  });
  const given = times(AT, '2026-01-15T12:00:00.123456Z', '2026-01-15 23:30');
  const moved = times(AT + HOUR_MS, '2026-01-15T13:00:00.123456Z', '2026-01-16 00:30');
  expect(shiftTimes(given, HOUR_MS)).toEqual(moved);
});

test('times in numbers and in texts move by the same, so that they still fit together', () => {
  const [one] = replaceValues([
    { generatedAt: AT, list: [{ startTime: AT + 60_000, createDate: new Date(AT + 90_000).toISOString() }] },
  ]) as [{ generatedAt: number; list: [{ startTime: number; createDate: string }] }];
  const [first] = one.list;
  expect(one.generatedAt).not.toBe(AT);
  expect(first.startTime - one.generatedAt).toBe(60_000);
  expect(Date.parse(first.createDate) - one.generatedAt).toBe(90_000);
});

test('large numbers of names and of unknown members are replaced, figures are not', () => {
  const [replaced] = replaceValues([{ id: 123_456, somethingNew: 123_456, viewerCount: 123_456 }]);
  expect(replaced).toMatchObject({ viewerCount: 123_456 });
  expect(Object.values(replaced as object).filter((one) => one === 123_456)).toHaveLength(1);
});
