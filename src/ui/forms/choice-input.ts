import { type Line, toned } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import type { ChoiceInput, ChoiceSpec, FieldModule, Option } from './field.ts';

/** A choice of one option: with left and right in one row, or, with `rows`, a list that typing searches. */
export const choiceModule: FieldModule<ChoiceSpec, ChoiceInput> = {
  start: (spec) => ({ chosen: spec.initial, search: '' }),
  value: (_spec, input) => input.chosen,
  key(spec, input, key) {
    const listed = matchingOptions(spec, input.search);
    const at = listed.findIndex((option) => option.value === input.chosen);
    const to = (index: number): ChoiceInput => ({
      ...input,
      chosen: listed[Math.max(0, Math.min(listed.length - 1, index))]?.value ?? input.chosen,
    });
    if (spec.rows === undefined) {
      if (key.name === 'left') return to(at < 0 ? 0 : at - 1);
      if (key.name === 'right' || key.name === 'space')
        return key.name === 'space' && at === listed.length - 1 ? to(0) : to(at + 1);
      return undefined;
    }
    switch (key.name) {
      // At either end the list does not use the key, so it moves to the next field.
      case 'down':
      case 'right':
        return at >= listed.length - 1 ? undefined : to(at + 1);
      case 'up':
      case 'left':
        return at <= 0 ? undefined : to(at - 1);
      case 'pgdn':
        return to(at + spec.rows);
      case 'pgup':
        return to(at - spec.rows);
      case 'home':
        return to(0);
      case 'end':
        return to(listed.length - 1);
      case 'backspace':
        return { ...input, search: input.search.slice(0, -1) };
      case 'ctrl-u':
        return { ...input, search: '' };
      default:
        return key.text === '' ? undefined : search(spec, input, input.search + key.text);
    }
  },
  paste: (spec, input, text) => (spec.rows === undefined ? input : search(spec, input, text.trim())),
  render(spec, input, width, focused) {
    const on = focused ? 'fieldFocus' : 'field';
    const label = labelOf(spec, input.chosen);
    if (!focused || spec.rows === undefined) {
      const text = focused ? `‹ ${label} ›` : label;
      return { lines: [[{ text: fit(text, Math.min(width, Math.max(12, textWidth(text) + 1))), on }]] };
    }
    const listed = matchingOptions(spec, input.search);
    const at = listed.findIndex((option) => option.value === input.chosen);
    const first = Math.max(0, Math.min(at - Math.floor(spec.rows / 2), listed.length - spec.rows));
    const rows = listed.slice(first, first + spec.rows).map((option): Line => {
      const chosen = option.value === input.chosen;
      return [
        { text: fit(`${chosen ? '●' : '○'} ${option.label}`, width), on: chosen ? 'select' : 'fieldFocus' },
      ];
    });
    const words =
      input.search === ''
        ? `${listed.length} in total`
        : `${listed.length} of ${spec.options.length} match ‘${input.search}’`;
    return { lines: [...rows, toned(fit(words, width), 'dim')] };
  },
  problem: (spec, input) =>
    input.chosen !== undefined && !spec.options.some((option) => option.value === input.chosen)
      ? 'choose one from the list'
      : undefined,
  words: (spec, value) => labelOf(spec, typeof value === 'string' ? value : undefined),
  keys: (spec) => (spec.rows === undefined ? '←→ choose' : '↑↓ choose, type to search'),
};

function labelOf(spec: ChoiceSpec, value: string | undefined): string {
  if (value === undefined) return '—';
  return spec.options.find((option) => option.value === value)?.label ?? value;
}

function matchingOptions(spec: ChoiceSpec, words: string): readonly Option[] {
  const word = words.toLowerCase();
  if (word === '') return spec.options;
  return spec.options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(word));
}

/** A search without matches is refused, so that the list is never empty. */
function search(spec: ChoiceSpec, input: ChoiceInput, words: string): ChoiceInput {
  const listed = matchingOptions(spec, words);
  if (listed.length === 0) return input;
  const stays = listed.some((option) => option.value === input.chosen);
  return { search: words, chosen: stays ? input.chosen : listed[0]?.value };
}
