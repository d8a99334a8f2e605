import {
  type PlaceName,
  type ScreenName,
  screensBeside,
  screenTable,
  tabKey,
  tabNames,
  tabOf,
} from '../../actions/screen-table.ts';
import type { Link } from '../../base/link.ts';
import type { Line, Span } from '../../base/text.ts';
import { fitLine, lineWidth } from '../../base/width.ts';

/** Blanks before a title and between tabs: the widest that fits is taken, and no name is cut. */
const LOOKS: readonly Look[] = [
  { inside: ' ', between: '  ' },
  { inside: '', between: ' ' },
  // In the narrowest windows the other tabs are keys alone.
  { inside: ' ', between: ' ', isShort: true },
];

interface Look {
  readonly inside: string;
  readonly between: string;
  readonly isShort?: true;
}

export function tabs(current: ScreenName, width: number): Line {
  const here = tabOf(current);
  const rows = LOOKS.map((look) => rowOfTabs(tabNames, here, look, tabKey));
  return fitLine(rows.find((row) => lineWidth(row) <= width) ?? rows.at(-1) ?? [], width);
}

/** The screens that share the tab of this one; undefined where it has its tab for itself. */
export function innerTabs(current: ScreenName, width: number): Line | undefined {
  const names = screensBeside(current);
  if (names.length < 2) return undefined;
  const row = rowOfTabs(names, current, { inside: ' ', between: ' ' });
  const turns: Line = [
    { text: '  ' },
    { text: 'v', tone: 'accent', link: { kind: 'command', id: 'list.view' } },
    { text: ' turns', tone: 'dim' },
  ];
  return fitLine([...row, ...(lineWidth(row) + lineWidth(turns) <= width ? turns : [])], width);
}

function rowOfTabs(
  names: readonly PlaceName[],
  here: PlaceName,
  { inside, between, isShort }: Look,
  keyOf: (name: PlaceName) => string = () => '',
): Line {
  const spans: Span[] = [{ text: ' ' }];
  for (const name of names) {
    if (spans.length > 1) spans.push({ text: between });
    const on = name === here ? { on: 'select' as const } : {};
    const link: Link = { kind: 'command', id: `screen.${name}` };
    const key = keyOf(name);
    if (key !== '') spans.push({ text: key, tone: 'accent', ...on, link });
    if (name !== here && isShort) continue;
    const text = inside + screenTable[name].title;
    spans.push({ text, tone: name === here ? 'bold' : 'dim', ...on, link });
  }
  return spans;
}
