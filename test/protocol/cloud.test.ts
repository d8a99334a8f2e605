import { expect, test } from 'vitest';
import { possibleValuesSchema } from '../../src/protocol/cloud.ts';
import { fastParse } from '../../src/protocol/fast-parse.ts';

test('a region without a name is shown by its id, any other by its name', () => {
  const regions = [{ id: 3 }, { id: '4', name: null }, { id: 5, name: 'Amsterdam' }];
  const { value } = fastParse(possibleValuesSchema, { possibleValues: { regions } });
  const names = value.possibleValues.regions?.map(({ id, name }) => `${id} ${name}`);
  expect(names?.join(', ')).toBe('3 Region 3, 4 Region 4, 5 Amsterdam');
});
