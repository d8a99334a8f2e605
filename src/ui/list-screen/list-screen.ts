import type { CommandId } from '../../actions/commands.ts';
import type { OwnObject } from '../../actions/own-commands.ts';
import { cutColumns, type Rect, toned } from '../../base/text.ts';
import type { Found } from '../../cluster/find-listed.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { DetailModel } from '../detail/detail-panes.ts';
import { panel } from '../primitives/panel.ts';
import type { Screen } from '../screen.ts';
import type { ScreenShell } from '../shell.ts';
import type { Pane, View } from '../view.ts';
import { chosenIn, moveInList, type Positions, pointInLists, type ShownLists } from './shown-list.ts';
import { handleDetail, handleRow, type Noun, type OpenedSlice } from './watch-list.ts';

/** From this width on, the detail of the selected row is shown beside the list. */
const BESIDE_FROM_COLUMNS = 140;
const DETAIL_SHARE = 0.38;
const MIN_DETAIL_COLUMNS = 46;

interface Beside {
  readonly list: Rect;
  /** Undefined if the list needs the whole width. */
  readonly detail: Rect | undefined;
}

/** Divides an area into a list at the left and the detail of its selected row at the right. */
export function besideOf(area: Rect, from = BESIDE_FROM_COLUMNS): Beside {
  if (area.width < from) return { list: area, detail: undefined };
  const width = Math.max(MIN_DETAIL_COLUMNS, Math.floor(area.width * DETAIL_SHARE));
  const [list, detail] = cutColumns(area, area.width - width);
  return { list, detail };
}

/** Shown in place of a detail while nothing is selected. */
export function nothingSelected(rect: Rect): Pane {
  const lines = panel({ title: 'Detail' }, [toned('Nothing is selected.', 'dim')], rect);
  return { id: 'detail', rect, lines };
}

export interface ListSlice extends OpenedSlice {
  /** The list with the focus. */
  readonly part: string;
}

export interface ListModel<S> extends ShownLists {
  readonly view: View;
  readonly slice: S;
  readonly area: Rect;
  /** The detail of the open object, or of the selected one if there is room beside its list. */
  readonly detail: DetailModel | undefined;
  /** Area of the detail beside the lists. */
  readonly beside: Rect | undefined;
}

/** A screen with lists of objects, and the detail of the selected one beside them, or of the open one in their place. */
export abstract class ListScreen<Item, S extends ListSlice, M extends ListModel<S>> implements Screen<S, M> {
  abstract readonly noun: Noun;
  abstract readonly initial: S;
  abstract readonly positions: Positions<S, S['part']>;

  abstract find(state: ClusterState, id: string): Found<Item>;
  abstract detail(view: View, id: string, area: Rect, scroll: number | undefined): DetailModel;
  abstract detailPanes(view: View, detail: M['detail'] & object): readonly Pane[];
  /** The lists in `rect`, and what else the screen shows; without `rect` a detail is open. */
  abstract content(
    view: View,
    slice: S,
    rect: Rect | undefined,
  ): Omit<M, Exclude<keyof ListModel<S>, keyof ShownLists>>;
  abstract listPanes(model: M): readonly Pane[];
  abstract summary(model: M): string[];
  /** What the user's own commands get of an object. */
  abstract values(item: Item | undefined, id: string): OwnObject['values'] | undefined;
  /** Keys of its own lists, before those that all lists have. */
  abstract keys(command: CommandId, shell: ScreenShell<S, M>): boolean;
  /** Keys of its own detail, before those that all details have. */
  abstract detailKeys(command: CommandId, shell: ScreenShell<S, M>, id: string): boolean;

  readonly list = { opened: undefined, detailScroll: 0 } as Partial<S>;

  model(view: View, slice: S, area: Rect): M {
    const { opened, detailScroll } = slice;
    const parts = besideOf(area);
    const content = this.content(view, slice, opened === undefined ? parts.list : undefined);
    // A screen without lists has the whole area for what it says instead.
    const beside = Object.keys(content.lists).length > 0 ? parts.detail : undefined;
    const id = opened ?? (beside && chosenIn(content));
    const scroll = opened === undefined ? undefined : detailScroll;
    const detail = id === undefined ? undefined : this.detail(view, id, beside ?? area, scroll);
    return { view, slice, area, ...content, detail, beside } as M;
  }

  draw(model: M): readonly Pane[] {
    const { view, detail, beside } = model;
    const panes = this.listPanes(model);
    if (detail) return [...panes, ...this.detailPanes(view, detail)];
    return beside ? [...panes, nothingSelected(beside)] : panes;
  }

  handle(command: CommandId, shell: ScreenShell<S, M>): boolean {
    const { opened } = shell.slice();
    const known = shell as never;
    if (opened !== undefined)
      return this.detailKeys(command, shell, opened) || handleDetail(command, known, this.noun);
    return (
      this.keys(command, shell) ||
      handleRow(command, known, this.noun) ||
      moveInList(command, known, this.positions)
    );
  }

  object(model: M): OwnObject | undefined {
    const id = model.slice.opened ?? chosenIn(model);
    const values = id === undefined ? undefined : this.values(this.find(model.view.state, id).item, id);
    return values && { kind: this.noun.one, values };
  }

  point(pane: string, row: string | undefined, shell: ScreenShell<S, M>): void {
    pointInLists(this.positions)(pane, row, shell as never);
  }
}
