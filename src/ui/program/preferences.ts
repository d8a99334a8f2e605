import type { Preferences, ScreenPreferences } from '../../actions/preferences.ts';
import { type ScreenName, screenNames } from '../../actions/screen-table.ts';
import { screenOf } from '../screens/registry.ts';
import type { UiState } from '../shell.ts';
import type { Display } from '../view.ts';
import { sliceOf } from './navigation.ts';

/** The user's choices that differ from the defaults, as they are stored. */
export function preferencesOf(ui: UiState, start: Display): Preferences {
  const screens = screenNames.flatMap((name) => {
    const chosen = screenPreferences(ui, name);
    return Object.keys(chosen).length > 0 ? [[name, chosen] as const] : [];
  });
  return {
    ...(ui.theme !== undefined && { theme: ui.theme }),
    ...(ui.display.units !== start.units && { units: ui.display.units }),
    ...(ui.display.times !== start.times && { times: ui.display.times }),
    screens: Object.fromEntries(screens),
  };
}

function screenPreferences(ui: UiState, name: ScreenName): ScreenPreferences {
  const { order, views, initial } = screenOf(name);
  const slice = sliceOf(ui, name);
  const columns = ui.display.columns?.[name];
  const { history = [], saved = {} } = ui.filters[name] ?? {};
  const [sort, firstSort] = [order?.read(slice), order?.read(initial)];
  const isSorted = sort?.key !== firstSort?.key || sort?.descending !== firstSort?.descending;
  const view = views?.read(slice);
  return {
    ...(sort && isSorted && { sort }),
    ...(view !== undefined && view !== views?.read(initial) && { view }),
    ...(columns && { columns: [...columns] }),
    ...(history.length > 0 && { history: [...history] }),
    ...(Object.keys(saved).length > 0 && { saved }),
  };
}

/** The state with stored preferences. Those that name something that no longer exists are left out. */
export function withPreferences(ui: UiState, preferences: Preferences): Partial<UiState> {
  const { theme, units, times, screens } = preferences;
  const known = screenNames.flatMap((name) => {
    const chosen = screens[name];
    return chosen ? [{ name, chosen }] : [];
  });
  return {
    ...(theme !== undefined && { theme }),
    display: {
      ...ui.display,
      ...(units && { units }),
      ...(times && { times }),
      columns: Object.fromEntries(
        known.flatMap(({ name, chosen }) => (chosen.columns ? [[name, chosen.columns]] : [])),
      ),
    },
    filters: Object.fromEntries(
      known.map(({ name, chosen: { history = [], saved = {} } }) => [name, { history, saved }]),
    ),
    slices: {
      ...ui.slices,
      ...Object.fromEntries(
        known.map(({ name, chosen }) => [name, { ...sliceOf(ui, name), ...slicePatch(name, chosen) }]),
      ),
    },
  };
}

function slicePatch(name: ScreenName, { sort, view }: ScreenPreferences): object {
  const { order, views } = screenOf(name);
  const isOrder = order?.columns.some((column) => column.key === sort?.key && column.order);
  return {
    ...(sort && isOrder && order?.write(sort)),
    ...(view !== undefined && views?.names.includes(view) && views.write(view)),
  };
}

export function withoutPreferences(ui: UiState, start: Display): Partial<UiState> {
  const slices = screenNames.map((name) => {
    const { order, views, initial } = screenOf(name);
    const patch = {
      ...(order ? order.write(order.read(initial)) : {}),
      ...(views ? views.write(views.read(initial)) : {}),
    };
    return [name, { ...sliceOf(ui, name), ...patch }];
  });
  return { theme: undefined, display: start, filters: {}, slices: Object.fromEntries(slices) };
}
