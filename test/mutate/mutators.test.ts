import { expect, test } from 'vitest';
import { mutantsOf, withFalseCondition } from './mutators.ts';

test.each([
  ['if (a || b) c();', 'if (false && (a || b)) c();'],
  ['  } else if (f(a) && (b || g(c))) {', '  } else if (false && (f(a) && (b || g(c)))) {'],
  ['if (f(a) ||', 'if (f(a) ||'],
  ['notify(a);', 'notify(a);'],
])('makes no mutant of %s', (line, never) => {
  expect(withFalseCondition(line)).toBe(never);
});

test('only changes of what runs are mutants: no comments, no types, nothing that does not compile', () => {
  const source = ['// true', 'type Yes = true;', 'let a: Yes = true;', 'if (a || b) a = c ?? d;'];
  expect(mutantsOf(source.join('\n')).map(({ line, what }) => [line, what])).toEqual([
    [3, 'true to false'],
    [4, 'never'],
    [4, 'or to and'],
  ]);
});
