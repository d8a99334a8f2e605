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
import { type Column, compareBy, type ListColumn, orderWords, type Sort } from '../../views/lists/column.ts';
import { equalColumns } from '../../views/lists/equal-columns.ts';
import { reorderedWindow, shownItems, sortedInPlace } from '../../views/lists/paged-list.ts';
import { steadyByColumn } from '../../views/lists/steady-order.ts';
import type { DetailModel } from '../detail/detail-panes.ts';
import { endlessWindow, HELD_ROWS, type ListPosition, listStart } from '../primitives/list.ts';
import { allAlike, shortPart, titleParts, unreadablePart } from '../primitives/panel.ts';
import type { FilterSpec, Screen, ViewsSpec } from '../screen.ts';
import type { ScreenInterest } from '../services.ts';
import type { ScreenShell } from '../shell.ts';
import type { Pane, View } from '../view.ts';
import { besideOf, nothingSelected } from './beside.ts';
import { emptyLine, type LoadedList, loadedList, notLoaded, sweptList } from './loaded-list.ts';
import {
  chosenIn,
  type ListPaneOptions,
  listPane,
  moveInList,
  type Positions,
  pointInLists,
  type ShownList,
  type ShownLists,
  shownList,
} from './shown-list.ts';
import { handleDetail, handleWatch, type Noun, toggleWatch, type WatchSlice } from './watch-list.ts';

export interface PagedSlice extends WatchSlice {
  readonly all: ListPosition;
  readonly sort: Sort;
  /** The part of the filter that the server does not know. */
  readonly terms: string;
}

type Part = WatchSlice['part'];
export type PartRects = Readonly<Partial<Record<Part, Rect>>>;

export interface PagedLists<Item> {
  readonly all?: ShownList<ItemRow<Item>>;
  readonly watched?: ShownList<ItemRow<Item>>;
}

export interface PagedModel<Item, S, D, L> extends ShownLists<Part> {
  readonly view: View;
  readonly slice: S;
  readonly lists: PagedLists<Item> & L;
  /** The list of all objects, while it is visible. */
  readonly loaded: LoadedList<Item> | undefined;
  /** The detail of the open object, or of the selected one if there is room beside its list. */
  readonly detail: D | undefined;
  /** Area of the detail beside the lists. */
  readonly beside: Rect | undefined;
}

/**
 * A screen with a list that the server pages, a list of watched objects, and the detail of one of them. `D` is the
 * detail, `L` further lists.
 */
export abstract class PagedScreen<Item, S extends PagedSlice, D extends DetailModel, L extends object>
  implements Screen<S, PagedModel<Item, S, D, L>>
{
  abstract readonly noun: Noun & { readonly screen: 'streams' | 'applications' };
  abstract readonly initial: S;
  /** What is polled of watched objects. */
  abstract readonly looked: 'watchedStreams' | 'watchedApplications';
  abstract readonly title: string;
  abstract readonly hint: string;
  abstract readonly positions: Positions<S, S['part']>;
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
  abstract readonly words: {
    readonly gone: string;
    readonly howToWatch: string;
    empty(slice: S): string;
  };

  abstract columnsOf(view: View, rows: ShownList<ItemRow<Item>>['rows'], part: Part): Column<ItemRow<Item>>[];
  abstract identity(item: Item): string;
  /** Orders items with equal values. */
  tie(item: Item): string {
    return this.identity(item);
  }
  abstract of(state: ClusterState): {
    readonly list: Resource<ListState<Item, object>>;
    readonly sweep: Resource<Sweep<Item>>;
    readonly watched: Resource<unknown>;
  };
  abstract find(state: ClusterState, id: string): Found<Item>;
  abstract detail(view: View, id: string, area: Rect, scroll: number | undefined): D;
  abstract detailPanes(view: View, detail: D): readonly Pane[];
  /** The position in the list, and a note if it and the cluster's total disagree. */
  abstract totals(model: PagedModel<Item, S, D, L>): {
    readonly none?: string;
    readonly scope: string | undefined;
  };
  /** What Enter does in the detail. */
  abstract follow(id: string, item: Item | undefined, shell: ScreenShell<S>): void;
  abstract values(item: Item): OwnObject['values'];
  /** What to poll while the lists are open. */
  abstract inSight(model: PagedModel<Item, S, D, L>): Partial<ScreenInterest>;
  abstract summary(model: PagedModel<Item, S, D, L>): string[];
  abstract choices(view: View, slice: S): ReturnType<NonNullable<FilterSpec<S>['choices']>>;

  /** Where the lists are, if not one fills the area. */
  layout(part: Part, area: Rect): PartRects {
    return { [part]: area };
  }
  /** Further lists, and their panes. */
  others(_view: View, _slice: S, _rects: PartRects): L {
    return {} as L;
  }
  otherPanes(_model: PagedModel<Item, S, D, L>): readonly Pane[] {
    return [];
  }
  /** Further ends of the titles of the list and of the watch list. */
  more(_model: PagedModel<Item, S, D, L>, _part: Part): readonly (Line | undefined)[] {
    return [];
  }
  /** Why an object cannot be watched. */
  refusal(_item: Item): string | undefined {
    return undefined;
  }
  /** Keys of its own lists, before those that all lists have. */
  keys(_command: CommandId, _shell: ScreenShell<S, PagedModel<Item, S, D, L>>): boolean {
    return false;
  }

  readonly list = { opened: undefined, detailScroll: 0 } as Partial<S>;
  readonly lasting = ['watched'] as const;
  /** Shows the list of all objects from its start. */
  first(change: object): Partial<S> {
    return { ...change, part: 'all', all: listStart } as Partial<S>;
  }

  get filter(): FilterSpec<S, PagedModel<Item, S, D, L>> {
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
  counted({ loaded }: PagedModel<Item, S, D, L>): number | undefined {
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
      read: ({ part }) => part,
      write: (name) => ({ part: names.find((part) => part === name) ?? 'all' }) as Partial<S>,
    };
  }

  follows({ watched }: S): Partial<ScreenInterest> {
    return { [this.looked]: watched };
  }

  interest(model: PagedModel<Item, S, D, L>): Partial<ScreenInterest> {
    const { opened, watched } = model.slice;
    return opened === undefined ? this.inSight(model) : { [this.looked]: [...new Set([...watched, opened])] };
  }

  query(slice: S): object {
    return this.asked.query(slice, slice.sort.key === this.localOrder ? undefined : slice.sort);
  }

  /** All objects as far as they are loaded. A response to an older query is not shown for the current one. */
  loaded({ state, triage: { problems }, orders }: View, slice: S): LoadedList<Item> {
    const { columns, asked } = this;
    const { sort } = slice;
    const { list: listed, sweep } = this.of(state);
    const order = `${sort.key} ${sort.descending}`;
    const compare = compareBy(columns, sort, (item) => this.tie(item), problems);
    const swept = sweep.value?.items;
    const list = listed.value;
    // For a moment in the stored history, only the list of the last sweep exists.
    if ((slice.terms !== '' || !list) && swept) {
      const test = asked.passes(slice);
      const passes = (item: Item) => test(item, problems);
      const name = `${asked.text(slice)}\n${order}`;
      const found = sweptList({ items: swept, name, passes, compare, identity: this.identity });
      return { ...found, rowAt: (index) => this.find(state, found.idAt(index) ?? '').item };
    }
    if (!list || !sameQuery(list.query, this.query(slice))) return notLoaded;
    if (sort.key === this.localOrder)
      return loadedList({ ...list, orderIgnored: true }, sortedInPlace(list.items, compare), this.identity);
    const of = { columns, sort, list: this.noun.screen, id: this.identity };
    const items = reorderedWindow(
      shownItems(list, order, compare),
      endlessWindow(slice.all.scroll, HELD_ROWS, list.totalItems),
      (here) => steadyByColumn(here, of, orders),
    );
    return loadedList(list, items, this.identity);
  }

  /** The rows of the list of all objects to request from the server, [from, to). */
  window({ loaded, slice, lists: { all } }: PagedModel<Item, S, D, L>) {
    if (!all || !loaded || slice.terms !== '') return undefined;
    const scroll = loaded.current ? all.placed.scroll : slice.all.scroll;
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

  model(view: View, slice: S, area: Rect): PagedModel<Item, S, D, L> {
    const { part, opened, watched } = slice;
    const shown = { view, slice, part, loaded: undefined, beside: undefined };
    const none = {} as PagedLists<Item> & L;
    if (opened !== undefined)
      return { ...shown, lists: none, detail: this.detail(view, opened, area, slice.detailScroll) };
    const { list: rect, detail: beside } = besideOf(area);
    const rects = this.layout(part, rect);
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
      ...this.others(view, slice, rects),
    };
    const chosen = (lists as ShownLists['lists'])[part]?.chosen;
    const detail = beside && chosen !== undefined ? this.detail(view, chosen, beside, undefined) : undefined;
    return { ...shown, lists, loaded, detail, beside };
  }

  draw(model: PagedModel<Item, S, D, L>): readonly Pane[] {
    const { view, lists, detail, beside } = model;
    const panes = [...this.otherPanes(model)];
    if (lists.all && model.loaded) panes.push(this.#allPane(model, lists.all, model.loaded));
    if (lists.watched) panes.push(this.#watchedPane(model, lists.watched));
    if (detail) panes.push(...this.detailPanes(view, detail));
    else if (beside) panes.push(nothingSelected(beside));
    return panes;
  }

  #allPane(model: PagedModel<Item, S, D, L>, list: ShownList<ItemRow<Item>>, loaded: LoadedList<Item>): Pane {
    const { view, slice } = model;
    const { list: resource, sweep } = this.of(view.state);
    const { totalItems, partlySorted, current } = loaded;
    const isFiltered = this.asked.isSet(slice);
    const title = isFiltered ? `${this.title}: ${this.asked.text(slice)}` : this.title;
    const { none, scope } = this.totals(model);
    const position = list.count === 0 ? none : `${whole(list.placed.index + 1)} of ${count(totalItems)}`;
    const warning = (text: string): Line => toned(text, 'warn');
    const right = titleParts(title, list.rect.width, [
      list.placed.vanished ? warning(this.words.gone) : undefined,
      position === undefined ? undefined : toned(position, 'dim'),
      partlySorted ? warning('only the loaded part is sorted') : undefined,
      scope === undefined || isFiltered ? undefined : warning(scope),
      shortPart(sweep.value),
      unreadablePart(resource.unreadable),
      toned(orderWords(this.columns, slice.sort), 'dim'),
      allAlike(this.#equal(model)),
      ...this.more(model, 'all'),
    ]);
    return this.pane(model, 'all', {
      title,
      right,
      stale: staleFor(resource, view.now),
      sort: slice.sort.key === this.localOrder ? undefined : slice.sort,
      placeholder: '  ···  not loaded yet',
      empty: [emptyLine(view, resource.error, current, this.words.empty(slice))],
    });
  }

  #watchedPane(model: PagedModel<Item, S, D, L>, list: ShownList<ItemRow<Item>>): Pane {
    const { view } = model;
    const title = `Watched ${this.title.toLowerCase()}`;
    const right = titleParts(title, list.rect.width, [
      list.placed.vanished ? toned('no longer watched', 'warn') : undefined,
      toned(`${list.count} watched`, 'dim'),
      ...this.more(model, 'watched'),
    ]);
    return this.pane(model, 'watched', {
      title,
      right,
      stale: staleFor(this.of(view.state).watched, view.now),
      empty: [
        toned('Nothing is watched yet.', 'dim'),
        toned(`m marks the selected ${this.noun.one}, ${this.words.howToWatch}, v goes back to all.`, 'dim'),
      ],
    });
  }

  /** The pane of a list of objects. Columns in which all of them are alike are left out, but of the watched ones. */
  pane(
    model: PagedModel<Item, S, D, L>,
    part: Part,
    options: Omit<ListPaneOptions<ItemRow<Item>>, 'columns' | 'focus'>,
  ): Pane {
    const list = (model.lists as ShownLists['lists'])[part] as ShownList<ItemRow<Item>>;
    const equal = part === 'watched' ? undefined : this.#equal(model);
    const columns = this.columnsOf(model.view, list.rows, part).filter(({ key }) => !equal?.has(key));
    const focus = model.part === part;
    return listPane(`${this.noun.screen}.${part}`, list, { ...options, focus, columns });
  }

  #equal({ view: { state, triage, display }, slice: { sort } }: PagedModel<Item, S, D, L>) {
    const { list, sweep } = this.of(state);
    const { problems } = triage;
    const chosen = display.columns?.[this.noun.screen];
    return equalColumns(this.columns, {
      sweep: sweep.value,
      loaded: list.value?.items,
      problems,
      sort,
      chosen,
    });
  }

  handle(command: CommandId, shell: ScreenShell<S, PagedModel<Item, S, D, L>>): boolean {
    const { opened, part } = shell.slice();
    const id = opened ?? chosenIn(shell.model);
    const item = id === undefined ? undefined : this.find(shell.view.state, id).item;
    const refusal = command === 'list.watch' && item && this.refusal(item);
    if (refusal) {
      shell.notice(refusal, 'warn');
      return true;
    }
    if (opened !== undefined) return this.#inDetail(command, shell, opened, item);
    if (this.keys(command, shell) || handleWatch(command, shell as never, this.noun)) return true;
    if (command !== 'app.back' || part === 'all' || part === 'worst')
      return moveInList(command, shell as never, this.positions);
    shell.set({ part: 'all' } as Partial<S>);
    return true;
  }

  #inDetail(
    command: CommandId,
    shell: ScreenShell<S, PagedModel<Item, S, D, L>>,
    id: string,
    item: Item | undefined,
  ): boolean {
    if (command === 'list.watch') toggleWatch(shell as never, this.noun, id);
    else if (command === 'move.open') this.follow(id, item, shell);
    else return handleDetail(command, shell as never, this.noun);
    return true;
  }

  object(model: PagedModel<Item, S, D, L>): OwnObject | undefined {
    const id = model.slice.opened ?? chosenIn(model);
    const item = id === undefined ? undefined : this.find(model.view.state, id).item;
    return item && { kind: this.noun.one as 'stream' | 'application', values: this.values(item) };
  }

  point(pane: string, row: string | undefined, shell: ScreenShell<S, PagedModel<Item, S, D, L>>): void {
    pointInLists(this.positions)(pane, row, shell as never);
  }
}
