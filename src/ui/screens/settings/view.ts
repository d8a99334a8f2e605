import { dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { ffmpegPlaceholders } from '../../../protocol/settings.ts';
import { writesLines } from '../../../views/settings/audit.ts';
import { allowedWords, placeholderMeanings, settingKinds } from '../../../views/settings/settings.ts';
import { panel, titleParts } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { whyNoWrites, writtenPane } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';
import { settingsReading } from './forms.ts';
import type { SettingsModel } from './model.ts';

export function drawSettings(model: SettingsModel): Pane[] {
  const { main, side, detail, written } = model.layout;
  const panes = [transcodePane(model, main)];
  if (side) panes.push(licensePane(model, side));
  if (detail) panes.push(meaningPane(model, detail));
  if (written) panes.push(writtenPane('settings', model.slice, written));
  return panes;
}

function transcodePane({ view, slice, rows, lines, selected }: SettingsModel, rect: Rect): Pane {
  const known = view.known?.transcode;
  const title = 'Transcode settings';
  const right = titleParts(title, rect.width, [
    slice.reading ? toned('reading...', 'accent') : undefined,
    known?.doubt ? toned('MAY HAVE CHANGED, r reads again', 'warn') : undefined,
    known && toned(`read ${agoWords(view, known.at, dateTime)}`, 'dim'),
  ]);
  const shown = rows ? lines.map(({ line }) => line) : unreadLines(view, rect.width - 4);
  const options = { title, right, focus: true, stale: readLongAgo(known?.at, view.now) };
  return {
    id: 'settings.transcode',
    rect,
    lines: panel(options, shown, rect),
    focus: true,
    list: { firstRow: 1, ids: lines.map(({ name }) => name), selected: selected?.name },
  };
}

/** Why there are no settings, and which key reads them. */
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

/** The meaning and allowed values: of the selected setting, or of all four before they are read. */
function meaningPane({ selected }: SettingsModel, rect: Rect): Pane {
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
  return { id: 'settings.setting', rect, lines: panel({ title }, lines, rect) };
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

function licensePane({ view, licenseChange }: SettingsModel, rect: Rect): Pane {
  const width = rect.width - 4;
  const license = view.known?.license;
  const why = whyNoWrites(view);
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
    ...wrapText(
      'The API cannot read the key. :license replaces it, from typed text or a file.',
      width,
      'dim',
    ),
    ...(why === undefined ? [] : wrapText(`▲ ${why}`, width, 'warn')),
    ...(licenseChange ? [[], ...writesLines([licenseChange], width)] : []),
  ];
  return { id: 'settings.license', rect, lines: panel({ title: 'License' }, lines, rect) };
}
