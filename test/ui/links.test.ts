import { expect, test } from 'vitest';
import type { Link } from '../../src/base/link.ts';
import { linkAt, linksIn, nextLink, withSelectedLink } from '../../src/ui/links.ts';
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
] as const)(
  'the link after %s by a step of %i is %i, and it goes round at the ends',
  (selected, step, next) => {
    expect(nextLink(panes, selected, step)).toBe(next);
  },
);

test('highlights only the selected link, over its whole text', () => {
  const selected = (index: number | undefined) =>
    withSelectedLink(panes, index).flatMap(({ lines }) =>
      lines.flatMap((line) => line.flatMap(({ text, on }) => (on === 'select' ? [text] : []))),
    );
  expect([0, 1, 2, 3].map(selected)).toEqual([['one'], ['日本'], ['two'], []]);
  expect(withSelectedLink(panes, undefined)).toBe(panes);
  expect(withSelectedLink(panes, 0)[0]?.lines[1]).toBe(panes[0]?.lines[1]);
});

test('a click on a cell finds the link of the text in that cell', () => {
  const [pane] = panes;
  const at = (x: number, y: number) => pane && linkAt(pane, x, y);
  expect([at(10, 5), at(12, 5), at(13, 5)]).toEqual([server('a'), server('a'), undefined]);
  expect([at(14, 5), at(17, 5), at(18, 5)]).toEqual([server('b'), server('b'), undefined]);
  expect([at(9, 5), at(10, 6), at(13, 6), at(10, 7)]).toEqual([undefined, command, sort, undefined]);
});
