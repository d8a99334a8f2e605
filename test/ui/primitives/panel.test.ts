import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { lineWidth } from '../../../src/base/width.ts';
import { type PanelOptions, panel } from '../../../src/ui/primitives/panel.ts';
import { textOf } from '../../support/drawn-table.ts';

const top = (options: PanelOptions, width: number) => textOf(panel(options, [], { width, height: 2 })[0]);
const toneOf = (lines: readonly Line[], words: string) =>
  lines.flat().find((span) => span.text.includes(words))?.tone;

test('a stale panel shows its age where it fits, and all but its ornaments is dimmed', () => {
  const content: Line[] = [
    [{ text: 'now', tone: 'crit' }, { text: 'ornament', tone: 'faint' }, { text: 'plain' }],
  ];
  const options = { title: 'abc', stale: 300_000, right: [[{ text: '44', tone: 'ok' as const }]] };
  const lines = panel(options, content, { width: 40, height: 3 });
  expect(textOf(lines[0])).toBe('┌─ abc  STALE 5m 00s  ──────────── 44 ─┐');
  expect(['now', 'ornament', 'plain', '44'].map((words) => toneOf(lines, words)).join(' ')).toBe(
    'dim faint dim dim',
  );
  expect(toneOf(lines, 'STALE')).toBe('badgeWarn');
  expect(top({ title: '', stale: 300_000 }, 21)).toContain('STALE');
  expect(top({ title: '', stale: 300_000 }, 20)).not.toContain('STALE');
  expect(textOf(panel({ title: 'abc', stale: 300_000 }, [], { width: 24, height: 2 })[0])).toMatch(
    /^┌─ abc +STALE 5m 00s +─┐$/,
  );
});

test('a panel has exactly its size, whatever its title and content', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 8, max: 80 }),
      fc.integer({ min: 2, max: 12 }),
      (title, content, width, height) => {
        const lines = panel({ title, right: [[{ text: content }]] }, [[{ text: content }]], {
          width,
          height,
        });
        expect(lines).toHaveLength(height);
        for (const line of lines) expect(lineWidth(line)).toBe(width);
      },
    ),
    { numRuns: 300 },
  );
});
