import { dateTime, duration } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { type AuditRow, writesLines } from '../../../views/settings/audit.ts';
import {
  commandLines,
  placeholderWarning,
  type SettingRow,
  settingKinds,
  settingRows,
} from '../../../views/settings/settings.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { panel } from '../../primitives/panel.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { readLongAgo } from '../stale.ts';
import { whyNoWrites } from '../writable.ts';
import { changesOf, changesPane, hasRoomForWritten, type WrittenSlice, writtenPane } from '../written.ts';
import { settingsReading } from './forms.ts';
import { settingPane } from './setting.ts';

export interface SettingsSlice extends WrittenSlice {
  /** Row of the four that is selected. */
  readonly index: number;
  /** Being read right now. */
  readonly reading: boolean;
}

const LABEL_COLUMNS = 18;
const LICENSE_ROWS = 6;
/** In a large window: the settings' own rows, what the selected one means, and more facts of the license. */
const TALL_SETTINGS_ROWS = 18;
const MEANING_ROWS = 18;
const TALL_LICENSE_ROWS = 10;

export function settingsPanes(view: View, slice: SettingsSlice, area: Rect): Pane[] {
  // The settings give way last: the license is one key to press, and stands in the help, too.
  if (area.height < 14) return [transcodePane(view, slice, area)];
  if (!hasRoomForWritten(area)) {
    const height = area.height - LICENSE_ROWS;
    return [
      transcodePane(view, slice, { ...area, height }),
      licensePane(view, slice, { ...area, y: area.y + height, height: LICENSE_ROWS }),
    ];
  }
  const { list, detail } = besideOf(area);
  if (detail) return largePanes(view, slice, list, detail);
  const left = Math.floor(area.width * 0.6);
  const right = { ...area, x: area.x + left, width: area.width - left };
  return [
    transcodePane(view, slice, { ...area, width: left }),
    licensePane(view, slice, { ...right, height: LICENSE_ROWS }),
    writtenPane('settings', slice, below(right, LICENSE_ROWS)),
  ];
}

function largePanes(view: View, slice: SettingsSlice, left: Rect, right: Rect): Pane[] {
  const selected = view.known?.transcode ? slice.index : undefined;
  const setting = settingKinds[slice.index];
  const isOfThese = ({ target }: AuditRow) => target === 'transcode settings';
  const changes = changesOf(
    slice,
    view.state.name,
    (write) => isOfThese(write) && (selected === undefined || (setting?.name ?? '') in write.fields),
  );
  const license = { ...right, y: right.y + right.height - TALL_LICENSE_ROWS, height: TALL_LICENSE_ROWS };
  const between = right.height - MEANING_ROWS - TALL_LICENSE_ROWS;
  const of = selected === undefined || !setting ? 'the settings' : setting.title.toLowerCase();
  return [
    transcodePane(view, slice, { ...left, height: TALL_SETTINGS_ROWS }),
    writtenPane('settings', slice, below(left, TALL_SETTINGS_ROWS)),
    settingPane(selected, { ...right, height: MEANING_ROWS }),
    changesPane('settings', of, changes, { ...below(right, MEANING_ROWS), height: between }),
    licensePane(view, slice, license),
  ];
}

function below(rect: Rect, rows: number): Rect {
  return { ...rect, y: rect.y + rows, height: rect.height - rows };
}

function transcodePane(view: View, slice: SettingsSlice, rect: Rect): Pane {
  const width = rect.width - 4;
  const known = view.known?.transcode;
  const title = 'Transcode settings';
  const right = titleParts(title, rect.width, [
    slice.reading ? [{ text: 'reading...', tone: 'accent' }] : undefined,
    known?.doubt ? [{ text: 'MAY HAVE CHANGED, r reads again', tone: 'warn' }] : undefined,
    known && [{ text: readWords(view, known.at), tone: 'dim' }],
  ]);
  const lines = known
    ? settingLines(settingRows(known.value), slice.index, width, rect.height - 2)
    : unreadLines(view, width);
  return {
    id: 'settings.transcode',
    rect,
    lines: panel(
      { title, right, focus: true, stale: readLongAgo(known?.at, view.now) },
      lines,
      rect.width,
      rect.height,
    ),
  };
}

function readWords(view: View, at: number): string {
  return view.display.times === 'absolute' ? `read ${dateTime(at)}` : `read ${duration(view.now - at)} ago`;
}

/** Why there is nothing to see, and what to press. */
function unreadLines(view: View, width: number): Line[] {
  if (!view.known) return wrapText('A recording is shown: settings are not part of it.', width, 'dim');
  if (view.facts.readOnly) {
    return [
      ...wrapText('▲ Read-only: the settings cannot be read.', width, 'warn'),
      ...wrapText(
        'No endpoint reads them; the one way is an update with nothing in it, which is a PATCH, and read-only mode sends none.',
        width,
      ),
    ];
  }
  const asked = view.known.explained.includes(settingsReading.explained);
  return [
    ...wrapText('Not read yet: Enter reads them.', width, 'bold'),
    ...wrapText(
      `No endpoint reads them; the one way is an update with nothing in it.${asked ? '' : ' castwatch explains it and asks first, once for this cluster.'}`,
      width,
      'dim',
    ),
  ];
}

function settingLines(rows: readonly SettingRow[], selected: number, width: number, height: number): Line[] {
  const blocks = rows.map((row, index) => settingBlock(row, index === selected, width));
  const all = blocks.flat();
  if (all.length <= height) return all;
  // The selected one stays in sight.
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
  const label: Line = [
    {
      text: `${selected ? '▸ ' : '  '}${row.title}`.padEnd(beside ? LABEL_COLUMNS : 0),
      tone: selected ? 'accent' : 'dim',
    },
  ];
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

function licensePane(view: View, slice: SettingsSlice, rect: Rect): Pane {
  const width = rect.width - 4;
  const license = view.known?.license;
  const why = whyNoWrites(view);
  const [last] = changesOf(slice, view.state.name, ({ target }) => target === 'license key');
  const lines: Line[] = [
    ...(license?.replacedAt === undefined
      ? []
      : wrapText(`✔ Replaced from here at ${dateTime(license.replacedAt)}.`, width, 'ok')),
    ...(license?.lockedBy === undefined
      ? []
      : wrapText(
          `▲ Locked by ${safeText(license.lockedBy)}: change it where the server is started.`,
          width,
          'warn',
        )),
    ...wrapText('No endpoint reads the key. L replaces it, from typed text or a file.', width, 'dim'),
    ...(why === undefined ? [] : wrapText(`▲ ${why}`, width, 'warn')),
    ...(last ? [[], ...writesLines([last], width)] : []),
  ];
  return { id: 'settings.license', rect, lines: panel({ title: 'License' }, lines, rect.width, rect.height) };
}
