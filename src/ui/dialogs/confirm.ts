import { safeText } from '../../base/safe-text.ts';
import { errorMessage } from '../../base/system-error.ts';
import type { Line } from '../../base/text.ts';
import { cut, fit } from '../../base/width.ts';
import type { ConfirmDialog, ConfirmSpec, ConfirmStage } from '../dialog.ts';
import { boxed, callOffLines, keyLine } from '../forms/form-view.ts';
import { clusterChanged, planLines, whereLines, whereOf } from '../forms/plan-lines.ts';
import type { KeyPress } from '../keys.ts';
import { dialogRect } from '../primitives/dialog-box.ts';
import { editText, insertText, textField, visiblePart } from '../primitives/text-field.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { DialogShell } from '../shell.ts';
import type { View } from '../view.ts';
import type { DialogModule } from './module.ts';
import { showResult } from './show-result.ts';

const DIALOG_COLUMNS = 84;
const FIELD_COLUMNS = 40;
/** More rows than any confirmation has. Scrolling stops at the last row. */
const MOST_ROWS = 100;
const asking: ConfirmStage = { kind: 'asking' };

/** A dialog that asks before a write is sent. Everything it needs is in `spec`, which is fixed when it opens. */
export function confirmDialog(spec: ConfirmSpec, view: View): ConfirmDialog {
  return { kind: 'confirm', spec, where: whereOf(view), field: textField(), scroll: 0, stage: asking };
}

export const confirmModule: DialogModule<ConfirmDialog> = {
  render({ spec, where, field, scroll, stage }, _view, _services, window) {
    const width = dialogRect(window, { width: DIALOG_COLUMNS, height: window.height }).width - 4;
    const content: Line[] = [...whereLines(where, width), ...planLines(spec.plan, width)];
    const foot: Line[] = [];
    let cursor: { x: number; y: number } | undefined;
    if (stage.kind === 'sending') {
      foot.push([{ text: 'Sending...', tone: 'accent' }], ...callOffLines(stage.asked ?? false, width));
    } else {
      if (stage.kind === 'failed')
        content.unshift(...wrapText(`✖ ${safeText(stage.message)}`, width, 'crit'));
      if (spec.typed === undefined) foot.push(keyLine(`y ${spec.verb ?? 'send'}`, 'Esc cancel'));
      else {
        const shown = visiblePart(field, Math.max(8, Math.min(width, FIELD_COLUMNS)));
        foot.push(...typedFoot(spec.typed, shown.text, isTyped(spec, field.value), width));
        cursor = { x: shown.cursor, y: 0 };
      }
    }
    const pane = boxed({ title: spec.title, content, foot, scroll, cursor }, window);
    // The field is always the last row but one of the dialog, however much of the text fits above it.
    const placed = cursor && { x: cursor.x + 2, y: pane.rect.height - 3 };
    return [{ ...pane, id: 'dialog.confirm', cursor: placed }];
  },

  key(dialog, key, shell) {
    const { spec, field, stage } = dialog;
    if (stage.kind === 'sending') {
      if (stage.asked && key.name === 'y') stage.cancel();
      if (stage.asked || isEscape(key))
        shell.update((now) => (now.stage === stage ? { stage: { ...stage, asked: !stage.asked } } : {}));
      return;
    }
    if (isEscape(key)) {
      shell.close();
      return;
    }
    if (key.name === 'down' || key.name === 'up') {
      const step = key.name === 'down' ? 1 : -1;
      shell.update((now) => ({ scroll: Math.max(0, Math.min(MOST_ROWS, now.scroll + step)) }));
      return;
    }
    if (spec.typed === undefined) {
      if (key.name === 'y') send(dialog, shell);
      return;
    }
    if (key.name === 'enter') {
      if (isTyped(spec, field.value)) send(dialog, shell);
      return;
    }
    const edited = editText(field, key);
    if (edited) shell.update({ field: edited });
  },

  paste(dialog, text, shell) {
    if (dialog.spec.typed === undefined || dialog.stage.kind === 'sending') return;
    shell.update({ field: insertText(dialog.field, text.replace(/[\r\n]+/g, '')) });
  },
};

/** Asks for the full name. `shown` is the visible part of the input. */
function typedFoot(name: string, shown: string, isDone: boolean, width: number): Line[] {
  return [
    [{ text: `Type ‘${cut(name, Math.max(8, width - 16))}’ in full:`, tone: 'warn' }],
    [{ text: fit(shown, Math.min(width, FIELD_COLUMNS)), tone: 'bold', on: 'fieldFocus' }],
    isDone ? keyLine('Enter send', 'Esc cancel') : keyLine('Esc cancel', 'Enter sends once complete'),
  ];
}

function isEscape(key: KeyPress): boolean {
  return key.name === 'esc' || key.name === 'ctrl-c';
}

/** Accepts the name itself or its safe form: a name with control characters can only be typed as it is shown. */
function isTyped(spec: ConfirmSpec, typed: string): boolean {
  if (spec.typed === undefined || typed === '') return false;
  return typed === spec.typed || typed === safeText(spec.typed);
}

function send({ spec, where }: ConfirmDialog, shell: DialogShell<ConfirmDialog>): void {
  const moved = clusterChanged(where, shell.view);
  if (moved !== undefined) {
    shell.update({ stage: { kind: 'failed', message: moved } });
    return;
  }
  const abort = new AbortController();
  const stage = { kind: 'sending', cancel: () => abort.abort() } as const;
  shell.update({ stage });
  const to = (next: ConfirmStage) =>
    shell.update((now) =>
      now.stage.kind === 'sending' && now.stage.cancel === stage.cancel ? { stage: next } : {},
    );
  spec.submit(abort.signal).then(
    (outcome) => {
      if (outcome.kind === 'refused' || outcome.kind === 'unknown')
        to({ kind: 'failed', message: [outcome.message, outcome.warning].filter(Boolean).join(' ') });
      else shell.close();
      if (outcome.kind !== 'refused') showResult(outcome, where, shell);
    },
    (error: unknown) => to({ kind: 'failed', message: errorMessage(error) }),
  );
}
