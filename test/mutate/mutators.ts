import { transformSync } from 'esbuild';

/** One small change of a line, as a careless edit makes it. */
interface Mutator {
  readonly what: string;
  /** Returns the line unchanged where the change does not fit. */
  readonly change: (line: string) => string;
}

function replace(what: string, from: RegExp, to: string): Mutator {
  return { what, change: (line) => line.replace(from, to) };
}

const mutators: readonly Mutator[] = [
  { what: 'never', change: withFalseCondition },
  replace('and to or', / && /, ' || '),
  replace('or to and', / \|\| /, ' && '),
  replace('equal to unequal', / === /, ' !== '),
  replace('unequal to equal', / !== /, ' === '),
  replace('border in', / >= /, ' > '),
  replace('border out', / <= /, ' < '),
  replace('least to most', /Math\.min\(/, 'Math.max('),
  replace('most to least', /Math\.max\(/, 'Math.min('),
  replace('true to false', /\btrue\b/, 'false'),
  replace('false to true', /\bfalse\b/, 'true'),
  replace('tenfold', /(= |: )([1-9][\d_]*)(?=[;,])/, '$1$2 * 10'),
  replace('call left out', /^( +)(await )?[\w.#?]+\(.*\);$/, '$1;'),
];

/** The first condition of the line, if it ends there, becomes false. */
function withFalseCondition(line: string): string {
  const start = line.search(/\bif \(/);
  if (start < 0) return line;
  const from = start + 'if ('.length;
  const to = closingOf(line, from);
  return to < 0 ? line : `${line.slice(0, from)}false && (${line.slice(from, to)})${line.slice(to)}`;
}

/** Where the parenthesis that was opened before `from` is closed; -1 if the line ends before. */
function closingOf(line: string, from: number): number {
  let open = 1;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '(') open++;
    else if (line[at] === ')' && --open === 0) return at;
  }
  return -1;
}

/** A file with one line changed. */
export interface Mutant {
  readonly line: number;
  readonly what: string;
  readonly before: string;
  readonly source: string;
}

/** Every line once for each mutator that fits it, if that changes what runs. */
export function mutantsOf(source: string, loader: 'ts' | 'tsx' = 'ts'): Mutant[] {
  const lines = source.split('\n');
  const runs = executable(source, loader);
  return lines.flatMap((before, index) => {
    if (/^\s*(\*|\/\*|\/\/|['"`])/.test(before)) return [];
    return mutators.flatMap(({ what, change }) => {
      const after = change(before);
      if (after === before) return [];
      const mutant = {
        line: index + 1,
        what,
        before: before.trim(),
        source: lines.with(index, after).join('\n'),
      };
      return [runs, undefined].includes(executable(mutant.source, loader)) ? [] : [mutant];
    });
  });
}

/** The code without comments and types; `undefined` if it does not compile. */
function executable(source: string, loader: 'ts' | 'tsx'): string | undefined {
  try {
    return transformSync(source, { loader, minifyWhitespace: true, logLevel: 'silent' }).code;
  } catch {
    return undefined;
  }
}
