import { commands } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Line, Rect } from '../base/text.ts';
import { emptyResource } from '../cluster/resource.ts';
import { type ChromeView, chromePanes } from './chrome.ts';
import { bodyArea, type Size, tooSmall } from './layout.ts';
import { panel } from './primitives/panel.ts';
import { overviewLayout } from './screens/overview/layout.ts';
import type { Pane, SessionFacts } from './view.ts';

interface StillOptions {
  readonly screen: ScreenName;
  readonly size: Size;
  readonly facts: SessionFacts;
  /** Unix ms, for the clock in the header. */
  readonly now: number;
}

/** A cluster of which nothing is known. */
const nothingYet: ChromeView['state'] = {
  name: '',
  session: { status: 'none', username: undefined, expiresAt: undefined, message: undefined },
  dashboard: emptyResource(),
  topology: emptyResource(),
  journalResource: emptyResource(),
  streams: emptyResource(),
  streamSweep: emptyResource(),
};

/** What of the first frame stands before anything is known of the cluster: header, tabs, borders and keys. */
export function stillPanes({ screen, size, facts, now }: StillOptions): Pane[] {
  if (tooSmall(size)) return [];
  const window: Rect = { x: 0, y: 0, width: size.columns, height: size.rows };
  const view = {
    state: nothingYet,
    triage: { problems: [], cleared: [], timeline: [] },
    now,
    display: { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false },
    facts,
    held: false,
  } as const;
  return [
    ...chromePanes(
      {
        view,
        screen,
        held: undefined,
        replay: undefined,
        liveNow: now,
        notice: undefined,
        status: [],
        // As they are by default: what the configuration says of keys is not read yet.
        keymap: {
          available: (on) =>
            commands.filter(({ screens, mode }) => mode !== 'replay' && (!screens || screens.includes(on))),
        },
      },
      window,
    ),
    ...(screen === 'overview' ? overviewBorders(bodyArea(size)) : []),
  ];
}

const TITLES = {
  totals: 'Cluster',
  health: 'Health',
  incoming: 'Incoming',
  outgoing: 'Outgoing',
  servers: 'Servers',
  groups: 'Application groups',
  journal: 'Journal',
} as const;

function overviewBorders(area: Rect): Pane[] {
  return Object.entries(overviewLayout(area)).map(([name, rect]: [string, Rect]) => {
    const title = TITLES[name as keyof typeof TITLES];
    const lines: Line[] = panel({ title, focus: name === 'servers' }, [], rect.width, rect.height);
    return { id: name, rect, lines };
  });
}
