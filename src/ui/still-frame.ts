import type { ScreenName } from '../actions/commands.ts';
import { createKeymap } from '../actions/keymap.ts';
import type { Line, Rect } from '../base/text.ts';
import { createClusterStore } from '../cluster/store.ts';
import { chromePanes } from './chrome.ts';
import { bodyArea, type Size, tooSmall } from './layout.ts';
import { panel } from './primitives/panel.ts';
import type { Facts, Pane } from './screen.ts';
import { overviewLayout } from './screens/overview-layout.ts';

interface StillOptions {
  readonly screen: ScreenName;
  readonly size: Size;
  readonly facts: Facts;
  /** Unix ms, for the clock in the header. */
  readonly now: number;
}

/** What of the first frame stands before anything is known of the cluster: header, tabs, borders and keys. */
export function stillPanes({ screen, size, facts, now }: StillOptions): Pane[] {
  if (tooSmall(size)) return [];
  const window: Rect = { x: 0, y: 0, width: size.columns, height: size.rows };
  const view = {
    state: createClusterStore({ name: '', url: '' }).getState(),
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
        keymap: createKeymap(),
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
