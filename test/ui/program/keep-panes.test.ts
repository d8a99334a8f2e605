import { expect, test } from 'vitest';
import type { Span } from '../../../src/base/text.ts';
import { keepPanes } from '../../../src/ui/program/keep-panes.ts';
import type { Pane } from '../../../src/ui/view.ts';

test('every part of a place, a span and a link counts as a change when it differs', () => {
  const one: Pane = {
    id: 'a',
    rect: { x: 1, y: 2, width: 10, height: 1 },
    layer: 1,
    cursor: { x: 3, y: 4 },
    lines: [[{ text: 'one', tone: 'dim', on: 'select', link: { kind: 'server', name: 'edge-1' } }]],
  };
  const [span] = one.lines[0] ?? [];
  const more: readonly Partial<Pane>[] = [
    ...['x', 'y', 'width', 'height'].map((side) => ({ rect: { ...one.rect, [side]: 7 } })),
    { layer: 2 },
    { cursor: { x: 0, y: 4 } },
    { cursor: { x: 3, y: 0 } },
    { lines: [] },
    ...[{ text: 'two' }, { tone: 'ok' as const }, { on: 'mark' as const }, { on: undefined }].map(
      (changed) => ({ lines: [[{ text: 'one', ...span, ...changed } as Span]] }),
    ),
    { lines: [[{ text: 'one', ...span, link: { kind: 'server', name: 'edge-2' } }]] },
    { lines: [[...(one.lines[0] ?? []), { text: '' }]] },
  ];
  for (const other of more) expect(keepPanes([one], [{ ...one, ...other }])).toEqual([{ ...one, ...other }]);
  expect(keepPanes([one], [structuredClone(one)])[0]).toBe(one);
});
