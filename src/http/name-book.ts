/** An item whose name other items may have, too. */
export interface Named {
  readonly name: string;
  /** Another property that distinguishes it, such as its host; undefined if there is none. */
  readonly trait: string | undefined;
}

/** Most names and further traits that are remembered; the oldest is removed first. */
const MAX_NAMES = 20_000;

/**
 * Gives items with the same name distinct names, so that later steps do not mix them up: `node-1` and `node-1
 * (host-b)`. The item that was seen first keeps the plain name, whatever the order of later responses.
 */
export class NameBook {
  readonly #remembers: 'all' | 'shared';
  /** Each name, with the trait of the item that has it plain; thousands of streams have nothing else. */
  readonly #plain = new Map<string, string | undefined>();
  /** The names that further items were given, by trait and name. */
  readonly #further = new Map<string, string>();

  /**
   * `all`: items with the same name may come in different responses, like pages of a list. `shared`: a name is
   * assigned only once two items of one response have it.
   */
  constructor(remembers: 'all' | 'shared') {
    this.#remembers = remembers;
  }

  /** Number of names and further traits that are remembered. */
  get size(): number {
    return this.#plain.size + this.#further.size;
  }

  /** The names in the order of the items; an item keeps its own if no other has it. `shared`: names that several items have. */
  distinct(items: readonly Named[]) {
    const shared = new Set<string>();
    const met = new Map<string, number>();
    for (const { name } of items) met.set(name, (met.get(name) ?? 0) + 1);
    const isPlain = (name: string) =>
      met.get(name) === 1 && this.#remembers === 'shared' && !this.#plain.has(name);
    // Names that items have anyway are taken from the start.
    const used = new Set(items.flatMap(({ name }) => (isPlain(name) ? [name] : [])));
    const numbers = new Map<string, number>();
    const names = items.map(({ name, trait }) => {
      if (isPlain(name)) return name;
      const isAlone = met.get(name) === 1;
      const given = this.#give(name, trait, isAlone);
      const free = firstFree(given, used, numbers);
      if (!isAlone || free !== name) shared.add(name);
      used.add(free);
      return free;
    });
    return { names, shared };
  }

  #give(name: string, trait: string | undefined, isAlone: boolean): string {
    const first = this.#plain.get(name);
    if (first === undefined || first === trait) {
      if (first === undefined) this.#remember(this.#plain, name, trait);
      return name;
    }
    if (trait === undefined) return name;
    const key = `${trait}\n${name}`;
    const before = this.#further.get(key);
    if (before !== undefined) return before;
    const given = isAlone && this.#remembers === 'shared' ? name : `${name} (${trait})`;
    this.#remember(this.#further, key, given);
    return given;
  }

  #remember<T>(names: Map<string, T>, key: string, value: T): void {
    names.set(key, value);
    if (this.size <= MAX_NAMES) return;
    const longest = this.#plain.size > this.#further.size ? this.#plain : this.#further;
    for (const oldest of longest.keys()) {
      longest.delete(oldest);
      return;
    }
  }
}

/**
 * The name, or the name with the first free number from 2 on. `numbers` has the last one for each name, because a
 * hostile server may give a hundred thousand items the same name.
 */
function firstFree(name: string, used: ReadonlySet<string>, numbers: Map<string, number>): string {
  if (!used.has(name)) return name;
  for (let number = (numbers.get(name) ?? 1) + 1; ; number++) {
    if (used.has(`${name} (${number})`)) continue;
    numbers.set(name, number);
    return `${name} (${number})`;
  }
}
