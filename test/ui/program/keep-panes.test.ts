import { expect, test } from 'vitest';
import { keepPanes } from '../../../src/ui/program/keep-panes.ts';
import type { Pane } from '../../../src/ui/view.ts';

const _pane = (id: string, ...rows: readonly string[]): Pane => ({
  id,
  rect: { x: 0, y: 0, width: 10, height: 2 },
  lines: rows.map((text) => [{ text, tone: 'dim' }]),
});

test('every part of a place, a span and a link counts as a change when it differs', () => {
  const one: Pane = {
    id: 'a',
    rect: { x: 1, y: 2, width: 10, height: 1 },
    lines: [[{ text: 'one', tone: 'dim', on: 'select', link: { kind: 'server', name: 'edge-1' } }]],
    layer: 1,
    cursor: { x: 3, y: 4 },
  };
  const [span] = one.lines[0] ?? [];
  const others: readonly Pane[] = [
    { ...one, rect: { ...one.rect, x: 0 } },
    { ...one, rect: { ...one.rect, y: 0 } },
    { ...one, rect: { ...one.rect, width: 11 } },
    { ...one, rect: { ...one.rect, height: 2 } },
    { ...one, layer: 2 },
    { ...one, cursor: { x: 0, y: 4 } },
    { ...one, cursor: { x: 3, y: 0 } },
    { ...one, lines: [[{ ...span, text: 'two' }]] },
    { ...one, lines: [[{ ...span, text: 'one', tone: 'ok' }]] },
    { ...one, lines: [[{ ...span, text: 'one', on: 'mark' }]] },
    { ...one, lines: [[{ ...span, text: 'one', link: { kind: 'server', name: 'edge-2' } }]] },
    { ...one, lines: [[{ text: 'one', tone: 'dim', on: 'select' }]] },
    { ...one, lines: [[...(one.lines[0] ?? []), { text: '' }]] },
    { ...one, lines: [] },
  ];
  for (const other of others) expect(keepPanes([one], [other])).toEqual([other]);
  const copy: Pane = structuredClone(one);
  expect(keepPanes([one], [copy])[0]).toBe(one);
});
