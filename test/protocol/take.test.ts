import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/protocol/endpoints.ts';
import { amount, cap, items, maybe, read } from '../../src/protocol/read.ts';
import { REFUSED, takeOf } from '../../src/protocol/take.ts';
import { dashboardJson, journalJson, streamsJson, topologyJson } from '../support/sample-json.ts';

const samples = [
  [endpoints.dashboard.output, dashboardJson(1)],
  [endpoints.topology.output, topologyJson(1)],
  [endpoints.streams.output, streamsJson(1)],
  [endpoints.journal.output, journalJson(1)],
] as const;

test('a response that fits is taken the quick way, and is what zod makes of it', () => {
  for (const [schema, json] of samples) {
    const taken = takeOf(schema)(structuredClone(json));
    expect(taken).not.toBe(REFUSED);
    expect(taken).toEqual(schema.parse(structuredClone(json)));
  }
});

test('whatever is sent, the quick way and zod agree', () => {
  const schema = z.object({
    id: z.string(),
    count: maybe(amount),
    limit: cap,
    parts: maybe(items('parts', z.object({ name: z.string(), on: maybe(z.boolean()) }))),
    links: maybe(z.array(z.unknown())),
  });
  const odd = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant([]),
    fc.constant({}),
  );
  const part = fc.record({ name: odd, on: odd, extra: odd }, { requiredKeys: [] });
  const value = fc.record(
    {
      id: odd,
      count: odd,
      limit: odd,
      parts: fc.oneof(odd, fc.array(fc.oneof(part, odd))),
      links: odd,
      more: odd,
    },
    { requiredKeys: [] },
  );
  const outcome = (parse: () => unknown) => {
    try {
      return parse();
    } catch {
      return 'refused';
    }
  };
  fc.assert(
    fc.property(value, (sent) => {
      const json = JSON.stringify(sent);
      expect(outcome(() => read(schema, JSON.parse(json)).value)).toEqual(
        outcome(() => schema.parse(JSON.parse(json))),
      );
    }),
    { numRuns: 1000 },
  );
});

test('a number that JSON can write and nobody can show is refused', () => {
  expect(takeOf(amount)(JSON.parse('1e999'))).toBe(REFUSED);
});
