import type { Line, Rect } from '../../../base/text.ts';
import { ffmpegPlaceholders } from '../../../protocol/settings.ts';
import { allowedWords, placeholderMeanings, settingKinds } from '../../../views/settings/settings.ts';
import { panel } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane } from '../../view.ts';

/** What the settings mean and what may be sent: all four before they are read, else the selected one. */
export function settingPane(selected: number | undefined, rect: Rect): Pane {
  const width = rect.width - 4;
  const shown = selected === undefined ? settingKinds : settingKinds.slice(selected, selected + 1);
  const title = selected === undefined ? 'What they are' : (settingKinds[selected]?.title ?? '');
  const lines = shown.flatMap(({ name, title: own, kind, meaning }, index): Line[] => [
    ...(index > 0 ? [[]] : []),
    ...(selected === undefined ? wrapText(own, width, 'bold') : []),
    ...wrapText(meaning, width),
    ...wrapText(`Allowed: ${allowedWords[kind]}.`, width, 'dim'),
    ...(name === 'ffmpegCommand' && selected !== undefined ? placeholderLines() : []),
  ]);
  return { id: 'settings.setting', rect, lines: panel({ title }, lines, rect.width, rect.height) };
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
