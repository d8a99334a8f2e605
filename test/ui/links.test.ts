import { expect, test } from 'vitest';
import type { Link } from '../../src/base/link.ts';
import { linksIn, nextLink, withSelectedLink } from '../../src/ui/links.ts';
import type { Pane } from '../../src/ui/view.ts';

const server = (name: string): Link => ({ kind: 'server', name });
const command: Link = { kind: 'command', id: 'app.help' };
const sort: Link = { kind: 'sort', key: 'cpu' };

const panes: readonly Pane[] = [
  {
    id: 'a',
    rect: { x: 10, y: 5, width: 20, height: 2 },
    lines: [
      [{ text: 'one', link: server('a') }, { text: ' ' }, { text: '日本', link: server('b') }],
      [
        { text: 'key', link: command },
        { text: 'head', link: sort },
      ],
    ],
  },
  { id: 'b', rect: { x: 0, y: 7, width: 20, height: 1 }, lines: [[{ text: 'two', link: server('c') }]] },
];

test('Tab visits links to objects but not keys and sort orders', () => {
  expect(linksIn(panes)).toEqual([server('a'), server('b'), server('c')]);
});

test.each([
  [undefined, 1, 0],
  [undefined, -1, 2],
  [0, 1, 1],
  [2, 1, 0],
  [0, -1, 2],
  [1, -1, 0],
] as const)('from link %s a step of %i, round at the ends, leads to link %i', (selected, step, next) => {
  expect(nextLink(panes, selected, step)).toBe(next);
});

test('only the selected link is highlighted', () => {
  const highlighted = (index: number) =>
    withSelectedLink(panes, index)
      .flatMap(({ lines }) => lines.flat())
      .flatMap(({ text, on }) => (on === 'select' ? [text] : []));
  expect([0, 1, 2, 3].map(highlighted)).toEqual([['one'], ['日本'], ['two'], []]);
});
