import { transformSync } from 'esbuild';

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
  { what: 'call left out', from: /^( +)(await )?[\w.#?]+\(.*\);$/, to: '$1;' },
];

/** A file with one line changed. */
export interface Mutant {
  readonly line: number;
  readonly what: string;
  readonly before: string;
  readonly source: string;
}

/** Every line once for each mutator that fits it, where that changes what runs. */
export function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n');
  const runs = whatRuns(source);
  return lines.flatMap((before, index) => {
    if (/^\s*(\*|\/\*|\/\/|['"`])/.test(before)) return [];
    return mutators.flatMap(({ what, from, to }) => {
      const after = before.replace(from, to);
      if (after === before) return [];
      const mutant = {
        line: index + 1,
        what,
        before: before.trim(),
        source: lines.with(index, after).join('\n'),
      };
      return [runs, undefined].includes(whatRuns(mutant.source)) ? [] : [mutant];
    });
  });
}

/** Without comments and types; `undefined` is what does not compile. */
function whatRuns(source: string): string | undefined {
  try {
    return transformSync(source, { loader: 'ts', minifyWhitespace: true, logLevel: 'silent' }).code;
  } catch {
    return undefined;
  }
}
