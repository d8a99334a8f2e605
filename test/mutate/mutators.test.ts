import { expect, test } from 'vitest';
import { mutantsOf } from './mutators.ts';

test('only changes of what runs are mutants: no comments, no types, nothing that does not compile', () => {
  const lines = ['// true', 'type Yes = true;', 'let a: Yes = true;', 'if (f(a) && (b || g(c))) a = c ?? d;'];
  const mutants = mutantsOf(lines.join('\n'));
  expect(mutants.map(({ line, what, source }) => [what, source.split('\n')[line - 1]])).toEqual([
    ['true to false', 'let a: Yes = false;'],
    ['never', 'if (false && (f(a) && (b || g(c)))) a = c ?? d;'],
    ['and to or', 'if (f(a) || (b || g(c))) a = c ?? d;'],
    ['or to and', 'if (f(a) && (b && g(c))) a = c ?? d;'],
  ]);
  expect(mutantsOf('if (f(a) && d ||\n  b) c();').map(({ what }) => what)).toEqual(['and to or']);
});
