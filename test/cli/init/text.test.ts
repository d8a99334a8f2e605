import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configText } from '../../../src/cli/init/text.ts';

test('the configuration contains exactly the values that were typed', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', ':', '#', '-', '"', "'", '{', '\u2028', '\x85'),
    }),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (username, caFile, command) => {
      const url = 'https://cluster.example.net';
      const text = configText({ name: 'lab', url, username, password: { command }, caFile, allowHttp: true });
      expect(parse(text)).toEqual({
        clusters: { lab: { url, username, password: { command }, caFile, allowHttp: true } },
      });
    }),
    { examples: [['---', '---', '...']] },
  );
});
