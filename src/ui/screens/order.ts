import { orderBy, ordersOf, orderWords } from '../../views/lists/column.ts';
import type { Controller, Screen } from '../screen.ts';

type Sortable = Controller<object>;
type Ordered = Pick<Screen<object>, 'order'>;

/** Orders a screen's table by a column; once more by the same one: the other way round. */
export function setOrder(controller: Sortable, { order }: Ordered, key: string): void {
  const next = order && orderBy(order.columns, order.read(controller.slice()), key);
  if (order && next) controller.set(order.write(next));
}

/** Turns the order round. */
export function reverseOrder(controller: Sortable, screen: Ordered): void {
  if (screen.order) setOrder(controller, screen, screen.order.read(controller.slice()).key);
}

/** Asks by what to order. */
export function askOrder(controller: Sortable, screen: Ordered): void {
  const { order } = screen;
  if (!order) return;
  const orders = ordersOf(order.columns);
  const inForce = () => order.read(controller.slice());
  controller.open({
    kind: 'menu',
    title: 'Sort',
    help: 'Enter sorts, by ● the other way round',
    index: Math.max(
      0,
      orders.findIndex(({ key }) => key === inForce().key),
    ),
    items: () =>
      orders.map((first) => {
        const chosen = first.key === inForce().key;
        return {
          label: orderWords(order.columns, chosen ? inForce() : first),
          note: chosen ? (inForce().descending ? '▼' : '▲') : '',
          chosen,
          run: () => setOrder(controller, screen, first.key),
        };
      }),
  });
}

/** Goes on to the next of a screen's views. */
export function nextView(controller: Sortable, { views }: Screen<object>): void {
  if (!views) return;
  const at = views.names.indexOf(views.read(controller.slice()));
  const next = views.names[(at + 1) % views.names.length];
  if (next !== undefined) controller.set(views.write(next));
}
