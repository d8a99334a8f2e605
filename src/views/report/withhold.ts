/** Kinds of text that a report does not show, with the words that replace them. */
const forms: readonly { readonly what: string; readonly form: RegExp }[] = [
  { what: 'address', form: /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\b/gi },
  { what: 'e-mail', form: /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g },
  { what: 'viewer', form: /\bv_[\w-]+/g },
  { what: 'source', form: /\bcs_[\w-]+/g },
  { what: 'token', form: /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\bBearer\s+[\w.~+/-]+=*/g },
  { what: 'user', form: /(?<=\buser(?:name)?[ :=]+['"\u2018\u201c]?)[\w.@-]+/gi },
];

export interface Withholder {
  /** The text with `[address 1]` and the like; the same thing is the same number throughout. */
  clean(text: string): string;
  /** How many different things of each kind were withheld. */
  readonly withheld: ReadonlyMap<string, number>;
}

/** `names` are withheld wherever they stand, as users. */
export function createWithholder(names: readonly string[]): Withholder {
  const known = new Map<string, ReadonlyMap<string, number>>();
  const counts = new Map<string, number>();
  const numberOf = (what: string, text: string): number => {
    const own = new Map(known.get(what));
    const number = own.get(text) ?? own.size + 1;
    own.set(text, number);
    known.set(what, own);
    counts.set(what, own.size);
    return number;
  };
  const all = [
    ...forms,
    ...names
      .filter((name) => name.length > 1)
      .map((name) => ({
        what: 'user',
        form: new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`, 'g'),
      })),
  ];
  return {
    clean(text) {
      return all.reduce(
        (before, { what, form }) => before.replace(form, (found) => `[${what} ${numberOf(what, found)}]`),
        text,
      );
    },
    withheld: counts,
  };
}
