import type { Rect } from '../../../base/text.ts';
import { limitedMeasures } from '../../../protocol/dashboard.ts';

/** Where each pane of the Overview lies; a pane that gives way is absent. */
export interface OverviewLayout {
  readonly totals: Rect;
  readonly health?: Rect;
  readonly traffic?: Rect;
  readonly servers?: Rect;
  readonly groups?: Rect;
  readonly problems?: Rect;
  readonly journal?: Rect;
}

/** A row for each total, and the border. */
const TOTALS_ROWS = limitedMeasures.length + 2;

/**
 * What gives way first, decided: the chart (below 30 rows), the groups (below 110 columns), the health
 * (below 76 columns), the journal (below 16 rows); the servers stay as long as four rows are left, the totals always.
 * Problems, while there are any, take `problems` rows from servers and journal or, where these are few, the place of the journal.
 */
export function overviewLayout(area: Rect, problems: number): OverviewLayout {
  const { x, y, width, height } = area;
  const top = Math.min(TOTALS_ROWS, height);
  const healthWidth = width >= 76 ? Math.min(90, Math.max(34, Math.floor(width * 0.4))) : 0;
  const chart = height >= 30 ? Math.min(16, Math.max(9, Math.round(height * 0.28))) : 0;
  const beside = chart > 0 ? problems : 0;
  const most = height >= 16 ? Math.min(14, Math.max(5, Math.round(height * 0.23))) : 0;
  // Servers and journal share what the problems take; in the journal's place they take no more than they need.
  const bottom = beside > 0 ? Math.max(5, most - 3) : problems > 0 ? Math.min(most, problems) : most;
  const journal = problems > beside ? 0 : bottom;
  const rest = height - top - chart - bottom - beside;
  const worst = beside > 0 ? beside : bottom - journal;
  const groupsWidth =
    width >= 110 ? Math.min(80, Math.max(36, Math.floor(width * (width >= 170 ? 0.4 : 0.3)))) : 0;
  const serversY = y + top + chart;
  return {
    totals: { x, y, width: width - healthWidth, height: top },
    ...(healthWidth > 0 && { health: { x: x + width - healthWidth, y, width: healthWidth, height: top } }),
    ...(chart > 0 && { traffic: { x, y: y + top, width, height: chart } }),
    ...(rest >= 4 && { servers: { x, y: serversY, width: width - groupsWidth, height: rest } }),
    ...(rest >= 4 &&
      groupsWidth > 0 && {
        groups: { x: x + width - groupsWidth, y: serversY, width: groupsWidth, height: rest },
      }),
    ...(worst > 0 && { problems: { x, y: y + height - journal - worst, width, height: worst } }),
    ...(journal > 0 && { journal: { x, y: y + height - journal, width, height: journal } }),
  };
}
