import { safeText } from '../../base/safe-text.ts';
import { type Line, type Rect, type Span, toned } from '../../base/text.ts';
import { cut, fit, lineWidth } from '../../base/width.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { visiblePart } from '../primitives/text-field.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Pane } from '../view.ts';
import type { Drawn, FieldSpec } from './field.ts';
import {
  type FormSpec,
  type FormState,
  fieldChanged,
  fieldProblems,
  focusedField,
  inputOf,
  isTyped,
  shownFields,
  valuesOf,
} from './form.ts';
import { planLines, type Where, whereLines } from './plan-lines.ts';
import { fieldModule, keysOf } from './registry.ts';
import type { FormValues } from './values.ts';

const FORM_COLUMNS = 84;
const NAME_COLUMNS = 40;
/** Most rows of the message above a form, so that fields stay visible. */
const BANNER_ROWS = 3;

type Cursor = NonNullable<Drawn['cursor']>;

/** The form as a dialog: message, fields (scrolled to the one with the focus), key hints. Pure. */
export function formPane(spec: FormSpec, state: FormState, pinned: Where, window: Rect): Pane {
  const width = dialogRect(window, { width: FORM_COLUMNS, height: window.height }).width - 4;
  const { stage } = state;
  if (stage.kind === 'editing' || stage.kind === 'leaving' || stage.kind === 'checking')
    return editingPane(spec, state, window, width);
  const { title } = spec;
  const plan = [...whereLines(pinned, width), ...planLines(stage.plan, width)];
  if (stage.kind === 'sending') {
    const question = 'y cancels (it may have happened already), any other key continues';
    const keys = stage.asked ? wrapText(question, width, 'badgeWarn') : [keyLine('Esc cancel')];
    const foot = [progressLine(stage.progress, width), ...keys];
    return boxed({ title, content: { lines: plan }, foot, from: 0, to: 0 }, window);
  }
  const content = { lines: [...bannerLines(state, width), ...plan] };
  const rows = { from: stage.scroll, to: Number.POSITIVE_INFINITY };
  return boxed({ title, content, ...askingFoot(spec, state, width), ...rows }, window);
}

interface Foot {
  readonly foot: readonly Line[];
  /** Position within the foot. */
  readonly cursor?: Cursor;
}

function askingFoot(spec: FormSpec, state: FormState, width: number): Foot {
  if (spec.typed === undefined) {
    const others = spec.fields.length > 0 ? ['Esc back to the form', '↑↓ read'] : ['Esc cancel'];
    return { foot: [keyLine(`y ${spec.verb ?? 'send'}`, ...others)] };
  }
  const room = Math.min(width, NAME_COLUMNS);
  const shown = visiblePart(state.typed, Math.max(8, room));
  const foot: Line[] = [
    toned(`Type ‘${cut(spec.typed, Math.max(8, width - 16))}’ in full:`, 'warn'),
    [{ text: fit(shown.text, room), tone: 'bold', on: 'fieldFocus' }],
    isTyped(spec, state)
      ? keyLine('Enter send', 'Esc cancel')
      : keyLine('Esc cancel', 'Enter sends once complete'),
  ];
  return { foot, cursor: { x: shown.cursor, y: 1 } };
}

interface Boxed extends Foot {
  readonly title: string;
  readonly banner?: readonly Line[];
  readonly content: Drawn;
  /** The rows of the content that are visible; of more than fit, the first ones. */
  readonly from: number;
  readonly to: number;
}

function boxed(box: Boxed, window: Rect): Pane {
  const { title, banner = [], content, foot, cursor: inFoot, from, to } = box;
  const { lines, cursor: inContent } = content;
  const size = { width: FORM_COLUMNS, height: banner.length + lines.length + foot.length + 3 };
  const visible = Math.max(1, dialogRect(window, size).height - 2 - banner.length - foot.length);
  const first = to <= visible ? 0 : Math.max(0, Math.min(from, to - visible, lines.length - visible));
  const shown = lines.slice(first, first + visible);
  const below = first + visible < lines.length;
  const more = lines.length > visible ? ` ${first > 0 ? '↑' : ''}${below ? '↓' : ''}` : '';
  const filled = [...shown, ...Array.from({ length: visible - shown.length }, (): Line => [])];
  const isInSight = inContent && inContent.y >= first && inContent.y < first + visible;
  const cursor = isInSight
    ? { x: inContent.x, y: banner.length + inContent.y - first }
    : inFoot && { x: inFoot.x, y: banner.length + visible + inFoot.y };
  return dialogBox(
    { id: 'dialog.form', title: `${title}${more}`, content: [...banner, ...filled, ...foot], size, cursor },
    window,
  );
}

function editingPane(spec: FormSpec, state: FormState, window: Rect, width: number): Pane {
  const values = valuesOf(spec, state);
  const focused = focusedField(spec, state);
  const lines: Line[] = (spec.intro ?? []).flatMap((text) => wrapText(safeText(text), width, 'dim'));
  let from = 0;
  let to = lines.length;
  let cursor: Cursor | undefined;
  for (const field of shownFields(spec, values)) {
    const has = field === focused;
    const drawn = fieldLines(field, { state, values }, width, has);
    if (has) {
      from = lines.length;
      to = lines.length + drawn.lines.length;
      cursor = drawn.cursor && { x: drawn.cursor.x, y: lines.length + drawn.cursor.y };
    }
    lines.push(...drawn.lines);
  }
  const content = state.stage.kind === 'editing' ? { lines, cursor } : { lines };
  const banner = bannerLines(state, width).slice(0, BANNER_ROWS);
  return boxed({ title: spec.title, banner, content, foot: footLines(spec, state, width), from, to }, window);
}

function bannerLines({ banner }: FormState, width: number): Line[] {
  return banner === undefined ? [] : wrapText(`✖ ${safeText(banner)}`, width, 'crit');
}

function footLines(spec: FormSpec, state: FormState, width: number): readonly Line[] {
  if (state.stage.kind === 'leaving')
    return wrapText('unsaved changes: y discards, any other key continues', width, 'badgeWarn');
  if (state.stage.kind === 'checking') return [toned('checking...', 'accent')];
  const field = focusedField(spec, state);
  const own = field ? keysOf(field) : '';
  // If Tab completes a value first, the hints of the field say so.
  const next = own.startsWith('Tab') ? [] : ['Tab next'];
  return [keyLine(...(own === '' ? [] : [own]), 'Enter review', ...next, 'Esc leave')];
}

function keyLine(...parts: readonly string[]): Line {
  return parts.flatMap((part, index): Span[] => [
    ...(index > 0 ? toned(' · ', 'faint') : []),
    { text: part, tone: index === 0 ? 'accent' : 'dim' },
  ]);
}

function progressLine(progress: { sent: number; total: number } | undefined, width: number): Line {
  if (!progress || progress.total === 0) return toned('Sending...', 'accent');
  const share = Math.max(0, Math.min(1, progress.sent / progress.total));
  const bar = Math.max(4, Math.min(40, width - 18));
  const full = Math.round(share * bar);
  return [
    { text: 'Sending ', tone: 'accent' },
    { text: '█'.repeat(full), tone: 'accent' },
    { text: '░'.repeat(bar - full), tone: 'faint' },
    { text: fit(`${Math.floor(share * 100)}%`, 6, 'right') },
  ];
}

const LABEL_COLUMNS = 23;
/** In a narrower window the label is above its field. */
const BESIDE_COLUMNS = 60;

function fieldLines(
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
  const cursor = drawn.cursor && { x: drawn.cursor.x + indent, y: drawn.cursor.y + (beside ? 0 : 1) };
  return { lines, cursor };
}

function labelLine(field: FieldSpec, state: FormState, focused: boolean, width: number): Line {
  const needed = field.required && field.locked === undefined ? ' *' : '';
  const changed = fieldChanged(field, state) ? ' ●' : '';
  const text = fit(`${focused ? '▸ ' : '  '}${field.label}${needed}${changed}`, width - 1);
  const line: Line = toned(text, focused ? 'accent' : 'dim');
  return [...line, { text: ' '.repeat(Math.max(0, width - lineWidth(line))) }];
}
