import { type ScreenName, screenNames, screenTable } from '../../actions/screen-table.ts';
import type { Link } from '../../base/link.ts';
import type { Line, Span } from '../../base/text.ts';
import { fitLine, textWidth } from '../../base/width.ts';

interface Tab {
  readonly name: ScreenName;
  readonly title: string;
  /** First cell of the tab, and its width in cells. */
  readonly x: number;
  readonly width: number;
}

interface Look {
  readonly title: (name: ScreenName, current: ScreenName) => string;
  /** Blanks between key and title, and after the title. */
  readonly inside: string;
  readonly between: string;
}

/** In a narrow window the first of these are keys without a name: a name is the same at every width. */
const LEAST_FIRST: readonly ScreenName[] = [
  'cloud',
  'users',
  'settings',
  'viewers',
  'applications',
  'streams',
];

/** Layouts of the tabs, the widest first. All tabs use the same layout, and no layout cuts a word. */
const LOOKS: readonly Look[] = [
  { title: (name) => screenTable[name].title, inside: ' ', between: '  ' },
  ...LEAST_FIRST.map(
    (_, left): Look => ({
      title: (name, current) =>
        name !== current && LEAST_FIRST.slice(0, left).includes(name) ? '' : screenTable[name].title,
      inside: '',
      between: ' ',
    }),
  ),
  {
    title: (name, current) => (name === current ? screenTable[name].title : ''),
    inside: ' ',
    between: ' ',
  },
];

interface Placed {
  readonly look: Look;
  readonly tabs: readonly Tab[];
}

function placeTabs(current: ScreenName, width: number): Placed | undefined {
  const placed = LOOKS.map((look): Placed => {
    let x = 1;
    const tabs = screenNames.map((name) => {
      const title = look.title(name, current);
      const text = screenTable[name].key + (title === '' ? '' : look.inside + title) + look.between;
      const tab = { name, title, x, width: textWidth(text) };
      x += tab.width;
      return tab;
    });
    return { look, tabs };
  });
  const fits = ({ look, tabs }: Placed) => {
    const last = tabs.at(-1);
    return last !== undefined && last.x + last.width - look.between.length <= width;
  };
  return placed.find(fits) ?? placed.at(-1);
}

let drawn: { readonly current: ScreenName; readonly width: number; readonly line: Line } | undefined;

/** Cached, because tabs rarely change. */
export function tabs(current: ScreenName, width: number): Line {
  if (drawn?.current !== current || drawn.width !== width)
    drawn = { current, width, line: drawTabs(current, width) };
  return drawn.line;
}

function drawTabs(current: ScreenName, width: number): Line {
  const placed = placeTabs(current, width);
  const spans: Span[] = [{ text: ' ' }];
  for (const { name, title } of placed?.tabs ?? []) {
    if (spans.length > 1) spans.push({ text: placed?.look.between ?? '' });
    const here = name === current;
    const on = here ? { on: 'select' as const } : {};
    const link: Link = { kind: 'command', id: `screen.${name}` };
    spans.push({ text: screenTable[name].key, tone: 'accent', ...on, link });
    if (title !== '')
      spans.push({ text: (placed?.look.inside ?? '') + title, tone: here ? 'bold' : 'dim', ...on, link });
  }
  return fitLine(spans, width);
}
