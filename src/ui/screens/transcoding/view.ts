import { dateTime } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { ffmpegPlaceholders } from '../../../protocol/settings.ts';
import { allowedWords, placeholderMeanings, settingKinds } from '../../../views/settings/settings.ts';
import { panel, titleParts } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { writtenPane } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';
import { settingsReading } from './forms.ts';
import type { TranscodingModel } from './model.ts';

export function drawTranscoding(model: TranscodingModel): Pane[] {
  const { main, side, written } = model.layout;
  const panes = [transcodePane(model, main)];
  if (side) panes.push(meaningPane(model, side));
  if (written) panes.push(writtenPane('transcoding', model.slice, written));
  return panes;
}

function transcodePane({ view, slice, rows, lines, selected }: TranscodingModel, rect: Rect): Pane {
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
    id: 'transcoding.settings',
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
  return { id: 'transcoding.meaning', rect, lines: panel({ title }, lines, rect) };
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
