import type { Line, Span } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import type { FieldModule, GridInput, GridSpec } from './field.ts';

/** At most one level per row: up and down choose the row, left and right the level, backspace clears it. */
export const gridModule: FieldModule<GridSpec, GridInput> = {
  start: (spec) => ({ levels: spec.initial ?? {}, row: 0 }),
  value: (_spec, input) => input.levels,
  key(spec, input, key) {
    const row = spec.rows[input.row];
    if (!row) return undefined;
    const at = spec.levels.findIndex((level) => level.value === input.levels[row.value]);
    const put = (level: string | undefined): GridInput => ({
      ...input,
      levels: { ...input.levels, [row.value]: level },
    });
    const to = (index: number) =>
      put(spec.levels[Math.max(0, Math.min(spec.levels.length - 1, index))]?.value);
    switch (key.name) {
      case 'down':
        return input.row < spec.rows.length - 1 ? { ...input, row: input.row + 1 } : undefined;
      case 'up':
        return input.row > 0 ? { ...input, row: input.row - 1 } : undefined;
      case 'left':
        return to(at < 0 ? 0 : at - 1);
      case 'right':
        return to(at + 1);
      case 'space':
        return to((at + 1) % spec.levels.length);
      case 'backspace':
      case 'delete':
        return put(undefined);
      default:
        // A digit chooses the level with that number.
        return /^[1-9]$/.test(key.text) && Number(key.text) <= spec.levels.length
          ? to(Number(key.text) - 1)
          : undefined;
    }
  },
  render(spec, input, width, focused) {
    const name = Math.min(
      Math.max(...spec.rows.map((row) => textWidth(row.label))) + 1,
      Math.floor(width / 3),
    );
    const cell = Math.max(3, Math.min(13, Math.floor((width - name) / spec.levels.length)));
    const head: Line = [
      { text: ' '.repeat(name) },
      ...spec.levels.map((level): Span => ({ text: fit(level.label, cell), tone: 'dim' })),
    ];
    const rows = spec.rows.map((row, index): Line => {
      const here = focused && index === input.row;
      return [
        { text: fit(row.label, name), tone: here ? 'bold' : 'plain' },
        ...spec.levels.map((level): Span => {
          const chosen = input.levels[row.value] === level.value;
          const text = fit(chosen ? '(●)' : '( )', cell);
          return { text, tone: chosen ? 'accent' : 'dim', ...(here && { on: 'fieldFocus' as const }) };
        }),
      ];
    });
    return { lines: [head, ...rows] };
  },
  words(spec, given) {
    const levels = typeof given === 'object' && given !== null ? given : {};
    const words = spec.rows.map((row) => {
      const level = spec.levels.find(({ value }) => value === levels[row.value]);
      return `${row.label} ${level?.label ?? '—'}`;
    });
    return words.join(', ');
  },
  keys: '↑↓ right, ←→ level, ⌫ none',
};
