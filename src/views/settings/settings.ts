import { DASH, UNLIMITED } from '../../base/format.ts';
import { safeText } from '../../base/safe-text.ts';
import type { Line, Span } from '../../base/text.ts';
import { ffmpegPlaceholders, type TranscodeSettings } from '../../protocol/settings.ts';
import { wrap } from '../journal/wrap.ts';

export type TranscodeName = keyof TranscodeSettings;

/** A wrapper as received; members may be missing. */
interface Setting {
  readonly value?: string | number | null | undefined;
  readonly editable?: boolean | null | undefined;
  readonly masked?: boolean | null | undefined;
  readonly lockedBy?: string | null | undefined;
}

export type SettingRow = Readonly<ReturnType<typeof settingRows>[number]>;

interface SettingKind {
  readonly name: TranscodeName;
  readonly title: string;
  readonly kind: 'text' | 'limit';
  readonly meaning: string;
}

/** The four settings (A13), whether they were read or not. */
export const settingKinds: readonly SettingKind[] = [
  { name: 'ffmpegPath', title: 'Encoder path', kind: 'text', meaning: 'Path to the encoder executable.' },
  {
    name: 'ffmpegCommand',
    title: 'Encoder command',
    kind: 'text',
    meaning: 'Template of the command that runs the encoder; the placeholders are replaced for each run.',
  },
  {
    name: 'transcodeTaskLimit',
    title: 'Transcode tasks',
    kind: 'limit',
    meaning: 'Most transcode tasks at the same time.',
  },
  {
    name: 'thumbGenerateTaskLimit',
    title: 'Thumbnail tasks',
    kind: 'limit',
    meaning: 'Most thumbnail tasks at the same time.',
  },
];

export const allowedWords: Readonly<Record<SettingKind['kind'], string>> = {
  text: 'any text that is not empty',
  limit: 'a whole number, or no limit; 0 starts no new task',
};

export const placeholderMeanings: Readonly<Record<(typeof ffmpegPlaceholders)[number], string>> = {
  '{SOURCE_INPUT}': 'URL of the source stream',
  '{VIDEO_ENCODER}': 'video encoder',
  '{AUDIO_ENCODER}': 'audio encoder',
  '{STREAM_OUTPUT}': 'URL of the output',
};

/** The four settings (A13). A limit of null means "no limit", a text of null is missing. */
export function settingRows(settings: TranscodeSettings) {
  return settingKinds.map(({ name, title, kind }) => {
    const found: Setting | undefined = settings[name] ?? undefined;
    /** Undefined: the server did not return it. */
    const wrapper = found?.masked ? { ...found, value: undefined } : found;
    return {
      name,
      title,
      kind,
      wrapper,
      value: settingWords(kind, wrapper),
      /** Why it cannot be edited; undefined if it can. */
      locked: lockWords(wrapper),
    };
  });
}

/** A value in words; `wrapper` is undefined if the server did not return the setting. */
function settingWords(kind: 'text' | 'limit', { masked, value }: Setting = {}): string {
  if (masked) return '(masked by the server)';
  if (value === undefined) return DASH;
  if (kind === 'limit') return value === null ? `${UNLIMITED} no limit` : String(value);
  if (value === null) return DASH;
  return value === '' ? '(empty)' : String(value);
}

/** Why a setting may not be edited, in words. */
export function lockWords(wrapper: Setting | undefined): string | undefined {
  if (wrapper === undefined) return 'the server did not return it';
  if (wrapper.lockedBy) return `locked by ${wrapper.lockedBy}`;
  return wrapper.editable === false ? 'the server does not allow it' : undefined;
}

const PLACEHOLDER = /\{[^{}\s]*\}/g;

function isKnown(placeholder: string): boolean {
  return (ffmpegPlaceholders as readonly string[]).includes(placeholder);
}

/** Unknown and missing placeholders of a command, in words; undefined if there are none. Only a warning. */
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

/**
 * Placeholders in a command, in order, by UTF-16 units: known ones in the accent tone, unknown ones in the tone of
 * a warning.
 */
export function placeholderMarks(command: string): { from: number; to: number; tone: 'accent' | 'warn' }[] {
  return [...command.matchAll(PLACEHOLDER)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    tone: isKnown(match[0]) ? 'accent' : 'warn',
  }));
}

/** The command in as many rows as it needs, with its placeholders in their tones. */
export function commandLines(command: string, width: number): readonly Line[] {
  const text = safeText(command.replace(/\n/g, '␤'));
  const marks = placeholderMarks(text);
  return wrap(text, width).map(([from, to]) => {
    const spans: Span[] = [];
    let at = from;
    for (const mark of marks) {
      const [start, end] = [Math.max(from, mark.from), Math.min(to, mark.to)];
      if (start >= end) continue;
      if (start > at) spans.push({ text: text.slice(at, start) });
      spans.push({ text: text.slice(start, end), tone: mark.tone });
      at = end;
    }
    return at < to ? [...spans, { text: text.slice(at, to) }] : spans;
  });
}
