import type { CommandId } from '../../actions/commands.ts';
import type { OwnObject } from '../../actions/own-commands.ts';
import { count, whole } from '../../base/format.ts';
import { tableKeys } from '../../base/table.ts';
import { type Line, type Rect, toned } from '../../base/text.ts';
import type { Found } from '../../cluster/find-listed.ts';
import { staleFor } from '../../cluster/freshness.ts';
import { sameQuery } from '../../cluster/reduce-lists.ts';
import type { ClusterState, ListState, Resource, Sweep } from '../../cluster/state.ts';
import type { Problem } from '../../triage/problem.ts';
import type { ItemRow } from '../../views/lists/cells.ts';
import { type Column, type ListColumn, orderWords, type Sort } from '../../views/lists/column.ts';
import { equalColumns } from '../../views/lists/equal-columns.ts';
import { reorderedWindow, sortedInPlace } from '../../views/lists/paged-list.ts';
import { steadyByColumn } from '../../views/lists/steady-order.ts';
import { endlessWindow, HELD_ROWS, type ListPosition, listStart } from '../primitives/list.ts';
import { allAlike, shortPart, type TitleParts, unreadablePart } from '../primitives/panel.ts';
import type { FilterSpec, ViewsSpec } from '../screen.ts';
import type { ScreenInterest } from '../services.ts';
import type { ScreenShell } from '../shell.ts';
import type { View } from '../view.ts';
import {
  besideOf,
  type ListPanes,
  type OpenedContent,
  type OpenedModel,
  OpenedScreen,
} from './list-screen.ts';
import { emptyLine, type LoadedList, loadedList, notLoaded, sweptList } from './loaded-list.ts';
import { chosenIn, type ListPaneOptions, type ShownList, type ShownLists, shownList } from './shown-list.ts';
import { handleWatch, type Noun, toggleWatch, type WatchSlice, watchStart } from './watch-list.ts';

export const pagedStart = (sort: Sort) => ({ ...watchStart, all: listStart, sort });
export interface PagedSlice extends WatchSlice, Readonly<ReturnType<typeof pagedStart>> {
  /** The part of the filter that the server does not know. */
  readonly terms: string;
}

/** For how long an order by a figure that changes with each poll stays, ms. */
const SWEPT_ORDER_MS = 10_000;

type Part = WatchSlice['part'];
export type PartRects = Readonly<Partial<Record<Part, Rect>>>;

type Lists = ShownLists['lists'];

interface PagedContent<Item, S, L extends Lists> extends OpenedContent<S> {
  readonly part: Part;
  readonly lists: { readonly [P in 'all' | 'watched']?: ShownList<ItemRow<Item>> } & L;
  /** The list of all objects, while it is visible. */
  readonly loaded: LoadedList<Item> | undefined;
}
export type PagedModel<Item, S, L extends Lists> = OpenedModel<PagedContent<Item, S, L>>;

type Options<Item> = Omit<ListPaneOptions<ItemRow<Item>>, 'focus'>;

/** A list that the server pages, one of watched objects, and the detail of one of them. `L`: further lists. */
export abstract class PagedScreen<
  Item,
  S extends PagedSlice,
  L extends Lists,
  M extends PagedModel<Item, S, L> = PagedModel<Item, S, L>,
> extends OpenedScreen<S, PagedContent<Item, S, L>> {
  abstract override readonly noun: Noun & { readonly screen: 'streams' | 'applications' };
  /** What is polled of watched objects. */
  abstract readonly looked: 'watchedStreams' | 'watchedApplications';
  abstract readonly title: string;
  abstract readonly hint: string;
  abstract readonly columns: readonly ListColumn<Item, ItemRow<Item>, never>[];
  /** The filter, of which the server knows a part (`views/lists/asked-filter.ts`). */
  abstract readonly asked: {
    parse(text: string): object;
    check(text: string): string | undefined;
    text(slice: S): string;
    isSet(slice: S): boolean;
    query(slice: S, sort: Sort | undefined): object;
    passes(slice: S): (item: Item, problems: readonly Problem[]) => boolean;
  };
  /** The order that the server does not have: the loaded part is sorted here. */
  readonly localOrder: string | undefined;
  /** The order by a figure that the server does not have: everything that the sweep read is sorted here. */
  readonly sweptOrder: string | undefined;
  abstract readonly words: { readonly gone: string; readonly howToWatch: string; empty(slice: S): string };

  abstract find(state: ClusterState, id: string): Found<Item>;
  /** What the user's own commands get of a found object. */
  abstract values(item: Item): OwnObject['values'];
  abstract columnsOf(view: View, rows: ShownList<ItemRow<Item>>['rows'], part: Part): Column<ItemRow<Item>>[];
  abstract identity(item: Item): string;
  abstract compare(view: View, sort: Sort): (a: Item, b: Item) => number;
  abstract of(state: ClusterState): {
    readonly list: Resource<ListState<Item, object>>;
    readonly sweep: Resource<Sweep<Item>>;
    readonly watched: Resource<unknown>;
  };
  /** The position in the list, and a note if it and the cluster's total disagree. */
  abstract totals(model: M): { readonly none?: string; readonly scope: string | undefined };
  /** What Enter does in the detail. */
  abstract follow(id: string, item: Item | undefined, shell: ScreenShell<S>): void;
  /** What to poll while the lists are open. */
  abstract inSight(model: M): Partial<ScreenInterest>;
  abstract choices(view: View, slice: S): ReturnType<NonNullable<FilterSpec<S>['choices']>>;

  /** Where the lists are, if not one fills the area. */
  layout(part: Part, area: Rect): PartRects {
    return { [part]: area };
  }
  /** Further lists; their panes are drawn first. */
  others?(view: View, slice: S, rects: PartRects): L;
  readonly otherPanes: object = {};
  /** Further ends of the titles of the list and of the watch list. */
  more?(model: M, part: Part): TitleParts;
  /** Why an object cannot be watched. */
  refusal?(item: Item): string | undefined;
  readonly lasting = ['watched'] as const;
  /** Shows the list of all objects from its start. */
  first(change: object): Partial<S> {
    return { ...change, part: 'all', all: listStart } as Partial<S>;
  }

  get filter(): FilterSpec<S, M> {
    return {
      hint: this.hint,
      isAsked: true,
      check: (text) => this.asked.check(text),
      count: (model) => this.counted(model),
      choices: (view, slice) => this.choices(view, slice),
      read: (slice) => this.asked.text(slice),
      write: (text, _view, slice) => this.filtered(this.asked.parse(text), slice),
    };
  }
  filtered(filter: object, _slice?: S): Partial<S> {
    return this.first(filter);
  }
  counted({ loaded }: M): number | undefined {
    return loaded?.totalItems;
  }

  get order() {
    return {
      columns: this.columns,
      read: ({ sort }: S) => sort,
      write: (sort: Sort) => this.first({ sort }),
    };
  }

  get views(): ViewsSpec<S> {
    const names = tableKeys<Part>(this.positions as Readonly<Record<Part, unknown>>);
    return {
      names,
      offers: (name, _view, { watched }) => name !== 'watched' || watched.length > 0,
      read: ({ part }) => part,
      write: (name) => ({ part: names.find((part) => part === name) ?? 'all' }) as Partial<S>,
    };
  }

  follows({ watched }: S): Partial<ScreenInterest> {
    return { [this.looked]: watched };
  }

  interest(model: M): Partial<ScreenInterest> {
    const { opened, watched } = model.slice;
    return opened === undefined ? this.inSight(model) : { [this.looked]: [...new Set([...watched, opened])] };
  }

  query(slice: S): object {
    const isOwn = slice.sort.key === this.localOrder || slice.sort.key === this.sweptOrder;
    return this.asked.query(slice, isOwn ? undefined : slice.sort);
  }

  /** Whether the list is made of the sweep, because the server does not know the filter or the order. */
  isSwept({ terms, sort }: S): boolean {
    return terms !== '' || sort.key === this.sweptOrder;
  }

  /** All objects as far as they are loaded. A response to an older query is not shown for the current one. */
  loaded(view: View, slice: S): LoadedList<Item> {
    const { state, triage, orders, now } = view;
    const { columns, asked } = this;
    const { sort } = slice;
    const { list: listed, sweep } = this.of(state);
    const compare = this.compare(view, sort);
    const swept = sweep.value?.items;
    const list = listed.value;
    // For a moment in the stored history, only the list of the last sweep exists.
    if ((this.isSwept(slice) || !list) && swept) {
      const test = asked.passes(slice);
      const passes = (item: Item) => test(item, triage.problems);
      // Rows move at most once in ten seconds.
      const time = sort.key === this.sweptOrder ? Math.floor(now / SWEPT_ORDER_MS) : '';
      const name = `${asked.text(slice)}\n${sort.key} ${sort.descending}\n${time}`;
      const found = sweptList({ items: swept, name, passes, compare, identity: this.identity });
      return { ...found, rowAt: (index) => this.find(state, found.idAt(index) ?? '').item };
    }
    if (!list || !sameQuery(list.query, this.query(slice))) return notLoaded;
    if (sort.key === this.localOrder)
      return loadedList({ ...list, orderIgnored: true }, sortedInPlace(list.items, compare), this.identity);
    const of = { columns, sort, list: this.noun.screen, id: this.identity };
    const items = reorderedWindow(
      // If the server did not sort as requested, what is loaded is sorted among its own indices.
      list.orderIgnored ? sortedInPlace(list.items, compare) : list.items,
      endlessWindow(slice.all.scroll, HELD_ROWS, list.totalItems),
      (here) => steadyByColumn(here, of, orders),
    );
    return loadedList(list, items, this.identity);
  }

  /** The rows of the list of all objects to request from the server, [from, to). */
  window({ loaded, slice, lists: { all } }: M) {
    if (!all || !loaded || this.isSwept(slice)) return undefined;
    const scroll = loaded.totalItems === undefined ? slice.all.scroll : all.placed.scroll;
    return endlessWindow(scroll, all.height, loaded.totalItems);
  }

  /** A list of identities, each with what was found of it. */
  foundList(
    { state }: View,
    { watched }: S,
    place: { readonly rect: Rect; readonly ids: readonly string[]; readonly position: ListPosition },
  ): ShownList<ItemRow<Item>> {
    const rowAt = (index: number) => {
      const id = place.ids[index];
      return id === undefined ? undefined : { id, ...this.find(state, id), watched: watched.includes(id) };
    };
    return shownList({ ...place, rowAt });
  }

  object(model: M): OwnObject | undefined {
    const id = model.slice.opened ?? chosenIn(model);
    const item = id === undefined ? undefined : this.find(model.view.state, id).item;
    return item && { kind: this.noun.one, values: this.values(item) };
  }

  content(view: View, slice: S, area: Rect | undefined) {
    const { part, watched } = slice;
    const parts = area && besideOf(area);
    const rects = parts ? this.layout(part, parts.list) : {};
    const loaded = rects.all && this.loaded(view, slice);
    const rowAt = (index: number) => {
      const item = loaded?.rowAt(index);
      const id = item && this.identity(item);
      return id === undefined ? undefined : { id, item, endedAt: undefined, watched: watched.includes(id) };
    };
    const lists = {
      ...(rects.all &&
        loaded && { all: shownList({ rect: rects.all, ids: loaded, position: slice.all, rowAt }) }),
      ...(rects.watched && {
        watched: this.foundList(view, slice, { rect: rects.watched, ids: watched, position: slice.watch }),
      }),
      ...this.others?.(view, slice, rects),
    };
    return { view, slice, part, lists: lists as typeof lists & L, loaded, beside: parts?.detail };
  }

  get panes(): ListPanes<PagedModel<Item, S, L>> {
    const panes: object = {
      ...this.otherPanes,
      all: (model: M, list: ShownList<ItemRow<Item>>) => this.#allPane(model, list),
      watched: (model: M, list: ShownList<ItemRow<Item>>) => this.#watchedPane(model, list),
    };
    return panes;
  }

  #allPane(model: M, list: ShownList<ItemRow<Item>>): Options<Item> {
    const { view, slice, loaded = notLoaded } = model;
    const { list: resource, sweep } = this.of(view.state);
    const { totalItems, partlySorted } = loaded;
    const isFiltered = this.asked.isSet(slice);
    const title = isFiltered ? `${this.title}: ${this.asked.text(slice)}` : this.title;
    const { none, scope } = this.totals(model);
    const position = list.count === 0 ? none : `${whole(list.placed.index + 1)} of ${count(totalItems)}`;
    const warning = (text: string): Line => toned(text, 'warn');
    const right = [
      list.placed.vanished ? warning(this.words.gone) : undefined,
      position === undefined ? undefined : toned(position, 'dim'),
      partlySorted ? warning('only the loaded part is sorted') : undefined,
      scope === undefined || isFiltered ? undefined : warning(scope),
      shortPart(sweep.value),
      unreadablePart(resource.unreadable),
      toned(orderWords(this.columns, slice.sort), 'dim'),
      allAlike(this.#equal(model)),
      ...(this.more?.(model, 'all') ?? []),
    ];
    return this.withColumns(model, 'all', {
      title,
      right,
      stale: staleFor(resource, view.now),
      sort: slice.sort.key === this.localOrder ? undefined : slice.sort,
      placeholder: '  ···  not loaded yet',
      empty: [emptyLine(view, resource.error, totalItems !== undefined, this.words.empty(slice))],
    });
  }

  #watchedPane(model: M, list: ShownList<ItemRow<Item>>): Options<Item> {
    const { view } = model;
    const title = `Watched ${this.title.toLowerCase()}`;
    const right = [
      list.placed.vanished ? toned('no longer watched', 'warn') : undefined,
      toned(`${list.count} watched`, 'dim'),
      ...(this.more?.(model, 'watched') ?? []),
    ];
    return this.withColumns(model, 'watched', {
      title,
      right,
      stale: staleFor(this.of(view.state).watched, view.now),
      empty: [
        toned('Nothing is watched yet.', 'dim'),
        toned(
          `:watch marks the selected ${this.noun.one}, ${this.words.howToWatch}, Esc goes back to all.`,
          'dim',
        ),
      ],
    });
  }

  /** The pane of a list of objects. Columns in which all of them are alike are left out, but of the watched ones. */
  withColumns(model: M, part: Part, options: Omit<Options<Item>, 'columns'>): Options<Item> {
    const list = (model.lists as ShownLists['lists'])[part] as ShownList<ItemRow<Item>>;
    const equal = part === 'watched' ? undefined : this.#equal(model);
    const columns = this.columnsOf(model.view, list.rows, part).filter(({ key }) => !equal?.has(key));
    return { ...options, columns };
  }

  #equal({ view: { state, triage, display }, slice: { sort } }: M) {
    const { list, sweep } = this.of(state);
    return equalColumns(this.columns, {
      sweep: sweep.value,
      loaded: list.value?.items,
      problems: triage.problems,
      sort,
      chosen: display.columns?.[this.noun.screen],
    });
  }

  keys(command: CommandId, shell: ScreenShell<S, M>): boolean {
    const { part } = shell.slice();
    if (this.#refuses(command, shell, chosenIn(shell.model)) || this.ownKeys?.(command, shell)) return true;
    if (handleWatch(command, shell, this.noun)) return true;
    if (command !== 'app.back' || part === 'all' || part === 'worst') return false;
    shell.set({ part: 'all' } as Partial<S>);
    return true;
  }
  /** Keys of lists that only this screen has. */
  ownKeys?(command: CommandId, shell: ScreenShell<S, M>): boolean;

  detailKeys(command: CommandId, shell: ScreenShell<S, M>, id: string): boolean {
    if (this.#refuses(command, shell, id)) return true;
    if (command === 'list.watch') toggleWatch(shell, this.noun, id);
    else if (command === 'move.open') this.follow(id, this.find(shell.view.state, id).item, shell);
    return command === 'list.watch' || command === 'move.open';
  }

  #refuses(command: CommandId, shell: ScreenShell<S, M>, id: string | undefined): boolean {
    const item = command === 'list.watch' && id !== undefined && this.find(shell.view.state, id).item;
    const refusal = item ? this.refusal?.(item) : undefined;
    if (refusal !== undefined) shell.notice(refusal, 'warn');
    return refusal !== undefined;
  }
}
