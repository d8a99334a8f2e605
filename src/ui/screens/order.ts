import { columnOrders, orderBy, orderWords } from '../../views/lists/column.ts';
import { openMenu } from '../dialogs/menu.ts';
import { sortArrow } from '../primitives/table.ts';
import type { Screen } from '../screen.ts';
import type { ScreenShell } from '../shell.ts';

type Sortable = ScreenShell<object>;
type Ordered = Pick<Screen<object>, 'order'>;

/** Sorts a screen's table by a column. The same column again reverses the order. */
export function setOrder(shell: Sortable, { order }: Ordered, key: string): void {
  const next = order && orderBy(order.columns, order.read(shell.slice()), key);
  if (order && next) shell.set(order.write(next));
}

export function reverseOrder(shell: Sortable, screen: Ordered): void {
  if (screen.order) setOrder(shell, screen, screen.order.read(shell.slice()).key);
}

export function askOrder(shell: Sortable, screen: Ordered): void {
  const { order } = screen;
  if (!order) return;
  const orders = columnOrders(order.columns);
  const inForce = () => order.read(shell.slice());
  openMenu(shell, { title: 'Sort', enter: 'sort, on ● in reverse' }, () =>
    orders.map((first) => {
      const chosen = first.key === inForce().key;
      return {
        label: orderWords(order.columns, chosen ? inForce() : first),
        note: chosen ? sortArrow(inForce().descending) : '',
        chosen,
        run: () => setOrder(shell, screen, first.key),
      };
    }),
  );
}
