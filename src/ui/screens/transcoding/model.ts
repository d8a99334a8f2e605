import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import {
  commandLines,
  placeholderWarning,
  type SettingRow,
  settingRows,
  type TranscodeName,
} from '../../../views/settings/settings.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { type AdminFrame, adminFrame, type WrittenSlice } from '../admin.ts';

export interface TranscodingSlice extends WrittenSlice {
  /** Index of the selected setting, 0 to 3. */
  readonly index: number;
  /** A read is running. */
  readonly reading: boolean;
}

export const transcodingStart: TranscodingSlice = { index: 0, reading: false, written: undefined };

const LABEL_COLUMNS = 18;
/** The meaning of the settings is shown in a wide window only. */
const MEANING = { below: 0 };

/** A line of a setting: its value, or a remark below it. */
interface SettingLine {
  readonly name: TranscodeName;
  readonly line: Line;
}

export interface TranscodingModel {
  readonly view: View;
  readonly slice: TranscodingSlice;
  readonly layout: AdminFrame;
  /** Undefined while the settings are not read. */
  readonly rows: readonly SettingRow[] | undefined;
  /** The visible lines. */
  readonly lines: readonly SettingLine[];
  /** The selected setting; undefined while the settings are not read. */
  readonly selected: SettingRow | undefined;
}

export function transcodingModel(view: View, slice: TranscodingSlice, area: Rect): TranscodingModel {
  const layout = adminFrame(area, slice, MEANING);
  const known = view.known?.transcode;
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

/** As many lines as fit, including those of the selected setting. */
function linesInSight(
  rows: readonly SettingRow[],
  selected: number,
  width: number,
  height: number,
): readonly SettingLine[] {
  const blocks = rows.map((row, index) =>
    settingBlock(row, index === selected, width).map((line) => ({ name: row.name, line })),
  );
  const all = blocks.flat();
  if (all.length <= height) return all;
  const before = blocks.slice(0, selected).flat().length;
  const end = before + (blocks[selected]?.length ?? 1);
  const first = end <= height ? 0 : Math.min(before, end - height);
  return all.slice(first, first + height);
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
  const label: Line = toned(
    `${selected ? '▸ ' : '  '}${row.title}`.padEnd(beside ? LABEL_COLUMNS : 0),
    selected ? 'accent' : 'dim',
  );
  const blank: Line = [{ text: ' '.repeat(indent) }];
  return [
    ...(beside ? [] : [label]),
    ...value.map((line, index): Line => [...(beside && index === 0 ? label : blank), ...line]),
    ...(row.locked === undefined ? [] : wrapText(`not editable: ${safeText(row.locked)}`, room, 'warn')).map(
      (line): Line => [...blank, ...line],
    ),
    ...(warning === undefined ? [] : wrapText(`▲ ${safeText(warning)}`, room, 'warn')).map(
      (line): Line => [...blank, ...line],
    ),
  ];
}
