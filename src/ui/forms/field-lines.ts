import { safeText } from '../../base/safe-text.ts';
import type { Line } from '../../base/text.ts';
import { fit, lineWidth } from '../../base/width.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Drawn, FieldSpec } from './field.ts';
import { type FormState, fieldChanged, fieldProblems, inputOf } from './form.ts';
import { fieldModule } from './registry.ts';
import type { FormValues } from './values.ts';

const LABEL_COLUMNS = 23;
/** In a narrower window the label is above its field. */
const BESIDE_COLUMNS = 60;

/** A field with its label and errors; with its hint and preview, too, if it has the focus. */
export function fieldLines(
  field: FieldSpec,
  { state, values }: { readonly state: FormState; readonly values: FormValues },
  width: number,
  focused: boolean,
): Drawn {
  const beside = width >= BESIDE_COLUMNS;
  const indent = beside ? LABEL_COLUMNS : 2;
  const room = width - indent;
  const module = fieldModule(field);
  const value = values[field.name];
  const drawn: Drawn =
    field.locked === undefined
      ? module.render(field, inputOf(state, field), room, focused)
      : { lines: wrapText(safeText(module.words(field, value)), room, 'dim') };
  const label = labelLine(field, state, focused, beside ? LABEL_COLUMNS : width);
  const blank: Line = [{ text: ' '.repeat(indent) }];
  const body = drawn.lines.map((line, index): Line => [...(beside && index === 0 ? label : blank), ...line]);
  const warning = field.locked === undefined ? field.warn?.(value, values) : undefined;
  const notes: Line[] = [
    ...(field.locked === undefined ? [] : wrapText(`not editable: ${safeText(field.locked)}`, room, 'warn')),
    ...fieldProblems(field, state, values).flatMap((text) => wrapText(`✖ ${safeText(text)}`, room, 'crit')),
    ...(warning === undefined ? [] : wrapText(`▲ ${safeText(warning)}`, room, 'warn')),
    ...(focused ? (field.preview?.(value, room) ?? []) : []),
    ...(focused && field.hint ? wrapText(safeText(field.hint), room, 'dim') : []),
  ];
  const lines = [...(beside ? [] : [label]), ...body, ...notes.map((line): Line => [...blank, ...line])];
  const cursor = drawn.cursor && {
    x: drawn.cursor.x + indent,
    y: drawn.cursor.y + (beside ? 0 : 1),
  };
  return { lines, cursor };
}

function labelLine(field: FieldSpec, state: FormState, focused: boolean, width: number): Line {
  const needed = field.required && field.locked === undefined ? ' *' : '';
  const changed = fieldChanged(field, state) ? ' ●' : '';
  const text = fit(`${focused ? '▸ ' : '  '}${field.label}${needed}${changed}`, width - 1);
  const line: Line = [{ text, tone: focused ? 'accent' : 'dim' }];
  return [...line, { text: ' '.repeat(Math.max(0, width - lineWidth(line))) }];
}
