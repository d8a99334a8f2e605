import type { Line, Rect } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { percent, rate } from '../../../views/format.ts';
import { PERCENT_SCALE } from '../../../views/plots.ts';
import { bandwidthOf } from '../../../views/servers.ts';
import { capWords } from '../../../views/servers-detail.ts';
import { chart, chartColumns } from '../../primitives/chart.ts';
import { panel } from '../../primitives/panel.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** A column covers this long, so that even a narrow chart shows ten minutes, and none shimmers with each poll. */
const bucketMs = (columns: number) => (columns >= 60 ? 10_000 : 30_000);

/** In the order in which they get room. */
const charts = [
  { key: 'cpu', title: 'CPU', tone: 'info', percent: true },
  { key: 'out', title: 'Outgoing', tone: 'out', percent: false },
  { key: 'mem', title: 'Memory', tone: 'accent', percent: true },
  { key: 'in', title: 'Incoming', tone: 'in', percent: false },
] as const;

/** The `index`th history chart of a server. */
export function chartPane(view: View, record: ServerRecord, index: number, rect: Rect): Line[] {
  const kind = charts[index];
  if (!kind) return [];
  const inner = rect.width - 4;
  const columns = chartColumns(inner);
  const span = columns * bucketMs(columns);
  const stale = staleServers(view);
  const end = view.now - (stale ?? 0);
  const values = view.state.history.window(`server/${record.name}/${kind.key}`, end - span, end, columns);
  const { units } = view.display;
  const lines = chart({
    values,
    width: inner,
    height: rect.height - 2,
    tone: kind.tone,
    span,
    end: stale === undefined && view.live ? undefined : end,
    format: (value) => (kind.percent ? percent(value) : rate(value, units)),
    ...(kind.percent && { scale: PERCENT_SCALE }),
  });
  return panel(
    { title: kind.title, right: now(view, record, kind.key), stale },
    lines,
    rect.width,
    rect.height,
  );
}

function now(view: View, { server, goneSince }: ServerRecord, key: (typeof charts)[number]['key']): Line {
  const word = goneSince === undefined ? '' : 'last ';
  if (key === 'cpu' || key === 'mem') {
    const stats = server.serverStats;
    return [{ text: word + percent(key === 'cpu' ? stats?.cpuUsage : stats?.memUsage) }];
  }
  const { used, cap } = bandwidthOf(server, key);
  const format = (value: number | undefined) => rate(value, view.display.units);
  return [{ text: word + format(used) }, { text: ` of ${capWords(cap, format)}`, tone: 'dim' }];
}
