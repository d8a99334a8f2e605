import { dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { ffmpegPlaceholders } from '../../../protocol/settings.ts';
import {
  allowedWords,
  commandLines,
  placeholderMeanings,
  placeholderWarning,
  type SettingRow,
  settingKinds,
  settingRows,
} from '../../../views/settings/settings.ts';
import { panelPane } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { adminFrame, writtenPane, writtenStart } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';
import { settingsReading } from './forms.ts';

export const transcodingStart = {
  ...writtenStart,
  /** Index of the selected setting, 0 to 3. */
  index: 0,
  reading: false,
};
export type TranscodingSlice = Readonly<typeof transcodingStart>;

const LABEL_COLUMNS = 18;

export type TranscodingModel = Readonly<ReturnType<typeof transcodingModel>>;

export function transcodingModel(view: View, slice: TranscodingSlice, area: Rect) {
  // The meaning of the settings is shown in a wide window only.
  const layout = adminFrame(area, slice, 0);
  const known = view.known?.transcode;
  // Undefined while the settings are not read, and so is the selected one.
  const rows = known && settingRows(known.value);
  const selected = rows?.[slice.index];
  const { width, height } = layout.main;
  return {
    view,
    slice,
    layout,
    rows,
    lines: rows ? linesInSight(rows, slice.index, width - 4, height - 2) : [],
    selected,
  };
}

/** As many lines as fit, including those of the selected setting: its value, and remarks below it. */
function linesInSight(rows: readonly SettingRow[], selected: number, width: number, height: number) {
  const blocks = rows.map((row, index) =>
    settingBlock(row, index === selected, width).map((line) => ({ name: row.name, line })),
  );
  const before = blocks.slice(0, selected).flat().length;
  const end = before + (blocks[selected]?.length ?? 1);
  const first = Math.max(0, Math.min(before, end - height));
  return blocks.flat().slice(first, first + height);
}

function settingBlock(row: SettingRow, selected: boolean, width: number): Line[] {
  const beside = width >= 50;
  const indent = beside ? LABEL_COLUMNS : 2;
  const room = Math.max(4, width - indent);
  const value =
    row.name === 'ffmpegCommand' && row.wrapper
      ? commandLines(row.value, room)
      : wrapText(safeText(row.value), room, row.wrapper ? 'plain' : 'dim');
  const warning =
    row.name === 'ffmpegCommand' && typeof row.wrapper?.value === 'string'
      ? placeholderWarning(row.wrapper.value)
      : undefined;
  const remarks = [
    ...(row.locked === undefined ? [] : [`not editable: ${safeText(row.locked)}`]),
    ...(warning === undefined ? [] : [`▲ ${safeText(warning)}`]),
  ];
  const label: Line = toned(
    `${selected ? '▸ ' : '  '}${row.title}`.padEnd(beside ? LABEL_COLUMNS : 0),
    selected ? 'accent' : 'dim',
  );
  const blank: Line = [{ text: ' '.repeat(indent) }];
  return [
    ...(beside ? [] : [label]),
    ...value.map((line, index): Line => [...(beside && index === 0 ? label : blank), ...line]),
    ...remarks.flatMap((text) => wrapText(text, room, 'warn').map((line): Line => [...blank, ...line])),
  ];
}

export function drawTranscoding(model: TranscodingModel): Pane[] {
  const { main, side, written } = model.layout;
  const panes = [transcodePane(model, main)];
  if (side) panes.push(meaningPane(model, side));
  if (written) panes.push(writtenPane('transcoding', model.slice, written));
  return panes;
}

function transcodePane({ view, slice, rows, lines, selected }: TranscodingModel, rect: Rect): Pane {
  const known = view.known?.transcode;
  const right = [
    slice.reading ? toned('reading...', 'accent') : undefined,
    known?.doubt ? toned('MAY HAVE CHANGED, r reads again', 'warn') : undefined,
    known && toned(`read ${agoWords(view, known.at, dateTime)}`, 'dim'),
  ];
  const shown = rows ? lines.map(({ line }) => line) : unreadLines(view, rect.width - 4);
  const stale = readLongAgo(known?.at, view.now);
  return {
    ...panelPane(
      'transcoding.settings',
      rect,
      { title: 'Transcode settings', right, focus: true, stale },
      shown,
    ),
    list: { firstRow: 1, ids: lines.map(({ name }) => name), selected: selected?.name },
  };
}

function unreadLines(view: View, width: number): Line[] {
  if (!view.known) return wrapText('A recording is shown: settings are not part of it.', width, 'dim');
  if (view.facts.readOnly) {
    return [
      ...wrapText('▲ Read-only: the settings cannot be read.', width, 'warn'),
      ...wrapText(
        'The API has no request that reads them, only an empty update (PATCH), and read-only mode does not send it.',
        width,
      ),
    ];
  }
  const asked = view.known.explained.includes(settingsReading.explained);
  return [
    ...wrapText('Not read yet: Enter reads them.', width, 'bold'),
    ...wrapText(
      `The API has no request that reads them, so castwatch sends an empty update.${asked ? '' : ' It explains this and asks first, once for this cluster.'}`,
      width,
      'dim',
    ),
  ];
}

function meaningPane({ selected }: TranscodingModel, rect: Rect): Pane {
  const width = rect.width - 4;
  const shown = settingKinds.filter(({ name }) => selected === undefined || name === selected.name);
  const title = selected?.title ?? 'What they are';
  const lines = shown.flatMap(({ name, title: own, kind, meaning }, index): Line[] => [
    ...(index > 0 ? [[]] : []),
    ...(selected === undefined ? wrapText(own, width, 'bold') : []),
    ...wrapText(meaning, width),
    ...wrapText(`Allowed: ${allowedWords[kind]}.`, width, 'dim'),
    ...(name === 'ffmpegCommand' && selected !== undefined ? placeholderLines() : []),
  ]);
  return panelPane('transcoding.meaning', rect, { title }, lines);
}

function placeholderLines(): Line[] {
  const longest = Math.max(...ffmpegPlaceholders.map((name) => name.length));
  return [
    [],
    ...ffmpegPlaceholders.map(
      (name): Line => [
        { text: name.padEnd(longest + 2), tone: 'accent' },
        { text: placeholderMeanings[name], tone: 'dim' },
      ],
    ),
  ];
}
