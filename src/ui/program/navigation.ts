import { type ScreenName, tabOf } from '../../actions/screen-table.ts';
import { screenOf } from '../screens/registry.ts';
import type { UiState } from '../shell.ts';
import type { View } from '../view.ts';

/** The program runs for weeks, so only this many steps are kept. */
const MOST_VISITS = 30;

export function sliceOf({ slices }: Pick<UiState, 'slices'>, screen: ScreenName): object {
  return slices[screen] ?? screenOf(screen).initial;
}

export function showsList(ui: UiState, name: ScreenName): boolean {
  const slice = sliceOf(ui, name);
  return isSame(slice, { ...slice, ...screenOf(name).list });
}

/** A step to a screen, or to another part of this one; `patch` changes its slice. */
export function stepTo(ui: UiState, to: ScreenName, patch?: object): Partial<UiState> {
  const arrived = patch && { ...sliceOf(ui, to), ...patch };
  return step(ui, to, arrived ?? sliceOf(ui, to), arrived);
}

/** A step to the list of a screen. An open detail is closed. */
export const stepToList = (ui: UiState, to: ScreenName) =>
  step(ui, to, { ...sliceOf(ui, to), ...screenOf(to).list }, undefined);

/** Another screen of the same tab. Esc does not lead back to this one, but to where the tab was opened. */
export function turnTo(ui: UiState, to: ScreenName, patch?: object): Partial<UiState> {
  return { ...entered(ui, to), slices: { ...ui.slices, [to]: { ...sliceOf(ui, to), ...patch } } };
}

function step(ui: UiState, to: ScreenName, slice: object, arrived: object | undefined): Partial<UiState> {
  const before = sliceOf(ui, to);
  if (to === ui.screen && isSame(before, slice)) return {};
  const slices = { [ui.screen]: sliceOf(ui, ui.screen), [to]: before };
  return {
    ...entered(ui, to),
    slices: { ...ui.slices, [to]: slice },
    back: [...ui.back, { screen: ui.screen, slices, arrived }].slice(-MOST_VISITS),
  };
}

/** Whether the step to this screen set the filter in force: Esc then undoes the step with the filter. */
export function isFilterFromStep(ui: UiState): boolean {
  const { filter } = screenOf(ui.screen);
  const arrived = ui.back.at(-1)?.arrived;
  return (
    filter !== undefined &&
    arrived !== undefined &&
    filter.read(arrived) === filter.read(sliceOf(ui, ui.screen))
  );
}

/** Esc: removes a filter that was set on this screen; else undoes the last step. */
export function stepBack(ui: UiState, view: View): Partial<UiState> {
  const { filter, list } = screenOf(ui.screen);
  const slice = sliceOf(ui, ui.screen);
  const visit = ui.back.at(-1);
  const here = (patch: object) => ({ slices: { ...ui.slices, [ui.screen]: { ...slice, ...patch } } });
  // The step that opened a detail may be forgotten already; then Esc still closes the detail.
  if (!visit && list && !showsList(ui, ui.screen)) return here(list);
  if (filter && filter.read(slice) !== '' && !isFilterFromStep(ui))
    return here(filter.write('', view, slice));
  if (!visit) return {};
  const restored = Object.fromEntries(
    Object.entries(visit.slices).map(([name, before]) => [name, { ...before, ...lasting(ui, name) }]),
  );
  return { ...entered(ui, visit.screen), slices: { ...ui.slices, ...restored }, back: ui.back.slice(0, -1) };
}

/** Removes the notice: on another screen it would be misunderstood. */
function entered(ui: UiState, screen: ScreenName): Partial<UiState> {
  if (screen === ui.screen) return {};
  return { screen, notice: undefined, ...(tabOf(screen) === 'admin' && { lastInAdmin: screen }) };
}

/** Members of the slice that navigation does not change, such as a watch list. */
function lasting(ui: UiState, name: string): object {
  const screen = name as ScreenName;
  const kept: readonly string[] = screenOf(screen).lasting ?? [];
  return Object.fromEntries(Object.entries(sliceOf(ui, screen)).filter(([key]) => kept.includes(key)));
}

function isSame(a: object, b: object): boolean {
  const other = new Map(Object.entries(b));
  return Object.entries(a).every(([key, value]) => Object.is(value, other.get(key)));
}
