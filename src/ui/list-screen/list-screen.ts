import type { CommandId } from '../../actions/commands.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import { cutColumns, type Rect, toned } from '../../base/text.ts';
import { type DetailModel, detailPanes } from '../detail/detail-panes.ts';
import { panelPane } from '../primitives/panel.ts';
import type { Screen } from '../screen.ts';
import type { ScreenShell } from '../shell.ts';
import type { Pane, View } from '../view.ts';
import {
  chosenIn,
  type ListPaneOptions,
  listPane,
  moveInList,
  type Positions,
  pointInLists,
  type ShownList,
  type ShownLists,
} from './shown-list.ts';
import { handleDetail, handleRow, type Noun, type OpenedSlice } from './watch-list.ts';

/** From this width on, the detail of the selected row is shown beside the list. */
const BESIDE_FROM_COLUMNS = 140;
const DETAIL_SHARE = 0.38;
const MIN_DETAIL_COLUMNS = 46;

/** A list, and the detail of its selected row at the right, unless the list needs the whole width. */
export function besideOf(area: Rect, from = BESIDE_FROM_COLUMNS) {
  if (area.width < from) return { list: area, detail: undefined };
  const width = Math.max(MIN_DETAIL_COLUMNS, Math.floor(area.width * DETAIL_SHARE));
  const [list, detail] = cutColumns(area, area.width - width);
  return { list, detail };
}

export interface ListModel<S> extends ShownLists {
  readonly view: View;
  readonly slice: S;
}

type OptionsOf<List> = List extends ShownList<infer Row> ? Omit<ListPaneOptions<Row>, 'focus'> : never;

export type ListPanes<M extends ShownLists> = {
  readonly [Part in keyof M['lists']]?: (
    model: M,
    list: NonNullable<M['lists'][Part]>,
  ) => OptionsOf<NonNullable<M['lists'][Part]>>;
};

/** The filter of a list that is whole, as it is typed. */
export function textFilter<S extends { readonly filter: string }>(hint: string) {
  return {
    hint,
    count: ({ lists, part }: ShownLists) => lists[part]?.count,
    read: ({ filter }: S) => filter,
    write: (filter: string): Partial<S> => ({ filter }) as Partial<S>,
  };
}

/** What a screen with lists draws. */
export interface DrawnLists<M extends ShownLists> {
  /** The name of the screen, after which its panes are named, such as `streams.all`. */
  readonly name: ScreenName;
  /** In the order in which they are drawn. */
  readonly panes: ListPanes<M>;
  /** Panes that are no lists. */
  besides?(model: M): readonly Pane[];
}

/** A screen with lists: `listScreen` adds how they are drawn, the keys that move in them, clicks on their rows. */
interface ListSpec<S extends object, M extends ListModel<S>>
  extends Omit<Screen<S, M>, 'draw' | 'handle' | 'point'>,
    DrawnLists<M> {
  readonly positions: Positions<S>;
  /** Keys before those that move in a list. */
  keys(command: CommandId, shell: ScreenShell<S, M>): boolean;
  /** What a click on a list changes besides its selection; by default `part`. */
  focus?(part: string): object;
}

export function drawLists<M extends ShownLists>(screen: DrawnLists<M>, model: M): readonly Pane[] {
  const drawn = Object.entries(screen.panes).flatMap(([part, options]) => {
    const list = model.lists[part];
    const focus = model.part === part;
    return list
      ? [listPane(`${screen.name}.${part}`, list, { ...options(model, list as never), focus })]
      : [];
  });
  return [...drawn, ...(screen.besides?.(model) ?? [])];
}

export function listScreen<S extends object, M extends ListModel<S>>(
  spec: ListSpec<S, M> & Partial<Screen<S, M>>,
): Screen<S, M> {
  const { positions, focus } = spec;
  return {
    draw: (model) => drawLists(spec, model),
    handle: (command, shell) => spec.keys(command, shell) || moveInList(command, shell, positions),
    point: (pane, row, shell) => pointInLists(positions, focus)(pane, row, shell),
    ...spec,
  };
}

/** What such a screen shows besides a detail: its lists, and the area for a detail beside them. */
export interface OpenedContent<S> extends ListModel<S> {
  readonly beside: Rect | undefined;
}

/** With the detail of the open object, or of the selected one if there is room beside its list. */
export type OpenedModel<C, D = DetailModel> = C & { readonly detail: D | undefined };

/** With the detail of the selected object beside the lists, or of the open one in their place. */
export abstract class OpenedScreen<
  S extends OpenedSlice,
  C extends OpenedContent<S>,
  D extends DetailModel = DetailModel,
> implements Screen<S, OpenedModel<C, D>>
{
  abstract readonly noun: Noun;
  abstract readonly initial: S;
  abstract readonly positions: Positions<S>;
  abstract readonly panes: ListPanes<OpenedModel<C, D>>;
  abstract summary(model: OpenedModel<C, D>): string[];
  abstract keys(command: CommandId, shell: ScreenShell<S, OpenedModel<C, D>>): boolean;
  besides?(model: OpenedModel<C, D>): readonly Pane[];
  focus?(part: string): object;
  /** The lists, and what else is shown in `area`; without it a detail is open. */
  abstract content(view: View, slice: S, area: Rect | undefined): C;
  abstract detail(content: C, id: string, area: Rect): D | undefined;
  /** Keys of its own detail, before those that all details have. */
  abstract detailKeys(command: CommandId, shell: ScreenShell<S, OpenedModel<C, D>>, id: string): boolean;

  get name(): ScreenName {
    return this.noun.screen;
  }

  readonly list = { opened: undefined, detailScroll: 0 } as Partial<S>;

  model(view: View, slice: S, area: Rect): OpenedModel<C, D> {
    const { opened, detailScroll } = slice;
    const content = this.content(view, slice, opened === undefined ? area : undefined);
    const id = opened ?? (content.beside && chosenIn(content));
    const detail = id === undefined ? undefined : this.detail(content, id, content.beside ?? area);
    const scroll = opened === undefined ? undefined : detailScroll;
    return { ...content, detail: detail && { ...detail, scroll } };
  }

  draw(model: OpenedModel<C, D>): readonly Pane[] {
    const { view, detail, beside } = model;
    const panes = drawLists(this, model);
    if (detail) return [...panes, ...detailPanes(view, detail)];
    if (!beside) return panes;
    const empty = [toned('Nothing is selected.', 'dim')];
    return [...panes, panelPane('detail', beside, { title: 'Detail' }, empty)];
  }

  handle(command: CommandId, shell: ScreenShell<S, OpenedModel<C, D>>): boolean {
    const { opened } = shell.slice();
    if (opened !== undefined)
      return this.detailKeys(command, shell, opened) || handleDetail(command, shell, this.noun);
    return (
      this.keys(command, shell) ||
      handleRow(command, shell, this.noun) ||
      moveInList(command, shell, this.positions)
    );
  }

  point(pane: string, row: string | undefined, shell: ScreenShell<S, OpenedModel<C, D>>): void {
    pointInLists(this.positions, this.focus)(pane, row, shell);
  }
}
