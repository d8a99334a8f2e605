/** One small change of a line, such as a tired hand makes. */
interface Mutator {
  readonly what: string;
  readonly from: RegExp;
  readonly to: string;
}

const mutators: readonly Mutator[] = [
  { what: 'never', from: /\bif \((?=.+\))/, to: 'if (false && ' },
  { what: 'and to or', from: / && /, to: ' || ' },
  { what: 'or to and', from: / \|\| /, to: ' && ' },
  { what: 'equal to unequal', from: / === /, to: ' !== ' },
  { what: 'unequal to equal', from: / !== /, to: ' === ' },
  { what: 'border in', from: / >= /, to: ' > ' },
  { what: 'border out', from: / <= /, to: ' < ' },
  { what: 'least to most', from: /Math\.min\(/, to: 'Math.max(' },
  { what: 'most to least', from: /Math\.max\(/, to: 'Math.min(' },
  { what: 'true to false', from: /\btrue\b/, to: 'false' },
  { what: 'false to true', from: /\bfalse\b/, to: 'true' },
  { what: 'tenfold', from: /(= |: )([1-9][\d_]*)(?=[;,])/, to: '$1$2 * 10' },
];

/** A file with one line changed. */
export interface Mutant {
  readonly line: number;
  readonly what: string;
  readonly before: string;
  readonly source: string;
}

/** Every line once for each mutator that fits it; comments, imports and types are left alone. */
export function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n');
  return lines.flatMap((before, index) => {
    if (/^\s*(\*|\/\*|\/\/|import |export (type|interface)|readonly |type |interface )/.test(before))
      return [];
    return mutators.flatMap(({ what, from, to }) => {
      const after = before.replace(from, to);
      if (after === before) return [];
      return [{ line: index + 1, what, before: before.trim(), source: lines.with(index, after).join('\n') }];
    });
  });
}
