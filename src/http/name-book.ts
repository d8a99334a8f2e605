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

/** Names that are remembered; the one not met for longest is forgotten first. */
const MAX_NAMES = 20_000;

/**
 * Gives items of one name names of their own, so that no later step takes two of them for one: `node-1` and
 * `node-1 (host-b)`. Whoever was met first keeps the plain name, however the answers are ordered.
 */
export class NameBook {
  readonly #remembers: 'all' | 'shared';
  /** By name, then by trait: the name that was given. */
  readonly #given = new Map<string, Map<string | undefined, string>>();

  /**
   * `all`: items of one name may come in different answers, as pages of a list do. `shared`: a name belongs to whoever
   * has it, until two have it in one answer.
   */
  constructor(remembers: 'all' | 'shared') {
    this.#remembers = remembers;
  }

  distinct(items: readonly Named[]): DistinctNames {
    const shared = new Set<string>();
    const met = new Map<string, number>();
    for (const { name } of items) met.set(name, (met.get(name) ?? 0) + 1);
    const used = new Set<string>();
    const names = items.map(({ name, trait }) => {
      const isAlone = met.get(name) === 1;
      if (isAlone && this.#remembers === 'shared' && !this.#given.has(name)) return name;
      const given = this.#give(name, trait, isAlone);
      const free = firstFree(given, used);
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
    if (trait !== undefined) known.set(trait, given);
    return given;
  }

  #remember(name: string, known: Map<string | undefined, string>): void {
    this.#given.delete(name);
    this.#given.set(name, known);
    const oldest = this.#given.keys().next();
    if (this.#given.size > MAX_NAMES && !oldest.done) this.#given.delete(oldest.value);
  }
}

/** The name itself, or with the first number from 2 on that none before it has. */
function firstFree(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  for (let number = 2; ; number++) if (!used.has(`${name} (${number})`)) return `${name} (${number})`;
}
