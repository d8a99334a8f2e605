import type { ScreenName } from '../../actions/screen-table.ts';
import { columnKeys, columnName } from '../../views/lists/column.ts';
import { screenOf } from '../screens/registry.ts';
import type { Shell } from '../shell.ts';
import type { UiStore } from '../store.ts';

/** Opens a menu for the columns of a table and their order. */
export function askColumns(shell: Shell): void {
  const { screen } = shell.ui.getState();
  const { order } = screenOf(screen);
  if (!order) return;
  const { all, usual } = columnKeys(order.columns);
  const shown = () => shell.ui.getState().display.columns?.[screen] ?? usual;
  // The shown columns first, in their order.
  const listed = () => [...shown(), ...all.filter((key) => !shown().includes(key))];
  shell.open({
    kind: 'menu',
    title: 'Columns',
    hints: [
      ['space', 'show or hide'],
      ['< >', 'move'],
      ['Esc', 'close'],
    ],
    index: 0,
    items: () =>
      listed().map((key) => {
        const column = order.columns.find((each) => each.key === key) ?? { key };
        return { label: columnName(column), note: '', chosen: shown().includes(key), run: () => {} };
      }),
    keys(name, index, select) {
      const key = listed()[index];
      if (key === undefined) return false;
      if (name === 'space') {
        const next = shown().includes(key) ? shown().filter((each) => each !== key) : [...shown(), key];
        if (next.length > 0) choose(shell.ui, screen, next);
        select(listed().indexOf(key));
        return true;
      }
      if (name !== '<' && name !== '>') return false;
      choose(shell.ui, screen, moved(shown(), key, name === '<' ? -1 : 1));
      select(listed().indexOf(key));
      return true;
    },
  });
}

function choose(ui: UiStore, screen: ScreenName, keys: readonly string[]): void {
  ui.setState(({ display }) => ({
    display: { ...display, columns: { ...display.columns, [screen]: keys } },
  }));
}

function moved(keys: readonly string[], key: string, step: 1 | -1): readonly string[] {
  const at = keys.indexOf(key);
  const other = keys[at + step];
  if (at < 0 || other === undefined) return keys;
  return keys.with(at, other).with(at + step, key);
}
