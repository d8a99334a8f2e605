import { safeText } from '../base/safe-text.ts';
import type { Line, Span } from '../base/text.ts';
import { lineWidth, sliceLine } from '../base/width.ts';
import { ffmpegPlaceholders, type TranscodeSettings } from '../protocol/settings.ts';
import { DASH, UNLIMITED } from './format.ts';

export type TranscodeName = keyof TranscodeSettings;

/** A wrapper as it came, with whatever it lacks. */
interface Setting {
  readonly value?: string | number | null | undefined;
  readonly editable?: boolean | null | undefined;
  readonly lockedBy?: string | null | undefined;
}

export interface SettingRow {
  readonly name: TranscodeName;
  readonly title: string;
  readonly kind: 'text' | 'limit';
  /** Undefined: the server did not return it. */
  readonly wrapper: Setting | undefined;
  /** As it is shown. */
  readonly value: string;
  /** Why it cannot be edited; undefined where it can. */
  readonly locked: string | undefined;
}

const rows: readonly (readonly [TranscodeName, string, 'text' | 'limit'])[] = [
  ['ffmpegPath', 'Encoder path', 'text'],
  ['ffmpegCommand', 'Encoder command', 'text'],
  ['transcodeTaskLimit', 'Transcode tasks', 'limit'],
  ['thumbGenerateTaskLimit', 'Thumbnail tasks', 'limit'],
];

/** The four settings (`api.md` A13). A limit of null is "no limit", a text of null is missing. */
export function settingRows(settings: TranscodeSettings): readonly SettingRow[] {
  return rows.map(([name, title, kind]) => {
    const wrapper: Setting | undefined = settings[name] ?? undefined;
    return {
      name,
      title,
      kind,
      wrapper,
      value: settingWords(kind, wrapper?.value, wrapper),
      locked: lockWords(wrapper),
    };
  });
}

/** A value in words; `wrapper` absent means that the server did not return it. */
function settingWords(
  kind: 'text' | 'limit',
  value: string | number | null | undefined,
  wrapper: object | undefined,
): string {
  if (wrapper === undefined || value === undefined) return DASH;
  if (kind === 'limit') return value === null ? `${UNLIMITED} no limit` : String(value);
  return value === null ? DASH : value === '' ? '(empty)' : String(value);
}

/** Why a wrapper may not be edited, in words. */
function lockWords(wrapper: Setting | undefined): string | undefined {
  if (wrapper === undefined) return 'the server did not return it';
  if (wrapper.lockedBy) return `locked by ${wrapper.lockedBy}`;
  return wrapper.editable === false ? 'the server does not allow it' : undefined;
}

const PLACEHOLDER = /\{[^{}\s]*\}/g;

function isKnown(placeholder: string): boolean {
  return (ffmpegPlaceholders as readonly string[]).includes(placeholder);
}

/** Unknown and missing placeholders of a command, in words; undefined where all is as expected. Never a ban. */
export function placeholderWarning(command: string): string | undefined {
  const used: readonly string[] = command.match(PLACEHOLDER) ?? [];
  const unknown = [...new Set(used.filter((name) => !isKnown(name)))];
  const missing = ffmpegPlaceholders.filter((name) => !used.includes(name));
  const said = [
    ...(unknown.length > 0 ? [`unknown: ${unknown.join(' ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join(' ')}`] : []),
  ];
  return said.length === 0 ? undefined : `placeholders ${said.join('; ')}`;
}

/** The command over as many rows as it needs, known placeholders and unknown ones told apart by colour and sign. */
export function commandLines(command: string, width: number): readonly Line[] {
  const text = safeText(command.replace(/\n/g, '␤'));
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) spans.push({ text: text.slice(from, match.index) });
    const known = isKnown(match[0]);
    spans.push({ text: known ? match[0] : `${match[0]}?`, tone: known ? 'accent' : 'warn' });
    from = match.index + match[0].length;
  }
  if (from < text.length) spans.push({ text: text.slice(from) });
  const room = Math.max(1, width);
  const count = Math.max(1, Math.ceil(lineWidth(spans) / room));
  return Array.from({ length: count }, (_, row) => sliceLine(spans, row * room, room));
}
