/** Something that is known by a name which others may have, too. */
export interface Named {
  readonly name: string;
  /** What else tells it apart, such as its host; undefined where nothing does. */
  readonly trait: string | undefined;
}

export interface DistinctNames {
  /** In the order of the items; an item keeps its own name where no other has it. */
  readonly names: readonly string[];
  /** Names that several items have. */
  readonly shared: ReadonlySet<string>;
}

/** Names that are remembered, with their traits; the name not met for longest is forgotten first. */
const MAX_NAMES = 20_000;

/**
 * Gives items of one name names of their own, so that no later step takes two of them for one: `node-1` and
 * `node-1 (host-b)`. Whoever was met first keeps the plain name, however the answers are ordered.
 */
export class NameBook {
  readonly #remembers: 'all' | 'shared';
  /** By name, then by trait: the name that was given. */
  readonly #given = new Map<string, Map<string | undefined, string>>();
  #size = 0;

  /**
   * `all`: items of one name may come in different answers, as pages of a list do. `shared`: a name belongs to whoever
   * has it, until two have it in one answer.
   */
  constructor(remembers: 'all' | 'shared') {
    this.#remembers = remembers;
  }

  /** Names with their traits that are remembered. */
  get size(): number {
    return this.#size;
  }

  distinct(items: readonly Named[]): DistinctNames {
    const shared = new Set<string>();
    const met = new Map<string, number>();
    for (const { name } of items) met.set(name, (met.get(name) ?? 0) + 1);
    const used = new Set<string>();
    const numbers = new Map<string, number>();
    const names = items.map(({ name, trait }) => {
      const isAlone = met.get(name) === 1;
      if (isAlone && this.#remembers === 'shared' && !this.#given.has(name)) return name;
      const given = this.#give(name, trait, isAlone);
      const free = firstFree(given, used, numbers);
      if (!isAlone || free !== name) shared.add(name);
      used.add(free);
      return free;
    });
    return { names, shared };
  }

  #give(name: string, trait: string | undefined, isAlone: boolean): string {
    const known = this.#given.get(name) ?? new Map<string | undefined, string>();
    this.#remember(name, known);
    const before = known.get(trait);
    if (before !== undefined) return before;
    const isNew = known.size === 0 || (isAlone && this.#remembers === 'shared');
    const given = isNew || trait === undefined ? name : `${name} (${trait})`;
    if (trait !== undefined) {
      known.set(trait, given);
      this.#size++;
      this.#forget();
    }
    return given;
  }

  #remember(name: string, known: Map<string | undefined, string>): void {
    if (!this.#given.delete(name)) this.#size++;
    this.#given.set(name, known);
    this.#forget();
  }

  #forget(): void {
    for (const [name, { size }] of this.#given) {
      if (this.#size <= MAX_NAMES) return;
      this.#given.delete(name);
      this.#size -= 1 + size;
    }
  }
}

/**
 * The name itself, or with the first number from 2 on that none before it has. `numbers` are the last ones of each name:
 * a hostile server gives a hundred thousand items one name.
 */
function firstFree(name: string, used: ReadonlySet<string>, numbers: Map<string, number>): string {
  if (!used.has(name)) return name;
  for (let number = (numbers.get(name) ?? 1) + 1; ; number++) {
    if (used.has(`${name} (${number})`)) continue;
    numbers.set(name, number);
    return `${name} (${number})`;
  }
}
