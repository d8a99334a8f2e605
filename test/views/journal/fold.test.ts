import { expect, test } from 'vitest';
import type { JournalItem } from '../../../src/cluster/journal/log.ts';
import { foldLine } from '../../../src/views/journal/fold.ts';
import type { JournalList } from '../../../src/views/journal/list.ts';
import { textOf } from '../../support/drawn-table.ts';
import { sampleState } from '../../support/sample-state.ts';

/** A list without lines: all entries are folded before its end. */
function folded(messages: readonly string[]): JournalList {
  const items = messages.map((message, id): JournalItem => {
    return { kind: 'entry', key: `${id}`, entry: { id, createDate: id, objectName: 'Stream: a', message } };
  });
  const journal = { ...sampleState().journal, items, dropped: 0 };
  return { journal, count: 0, item: () => undefined, position: () => 0, indexOf: () => 0 };
}

const text = (messages: readonly string[], width: number) => textOf(foldLine(folded(messages), 0, width));

test('names the commonest kinds that fit as whole words', () => {
  const messages = [...Array(9).fill('Viewer connected: v_1'), ...Array(4).fill('Keyframe interval 2.0 s')];
  expect(text(messages, 80).trimEnd()).toBe('┄┄ 13 routine: 9 × Viewer connected, 4 × Keyframe interval ┄┄');
  expect(text(messages, 50).trimEnd()).toBe('┄┄ 13 routine: 9 × Viewer connected ┄┄');
  expect(text(messages, 24).trimEnd()).toBe('┄┄ 13 routine ┄┄');
});
