import { MINUTE_MS } from '../../../base/durations.ts';
import { percent, rate } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { serverBandwidth } from '../../../cluster/figures.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { untilFullWords } from '../../../views/formats/climbs.ts';
import { levelsOf } from '../../../views/formats/tones.ts';
import type { TitledSeries } from '../../../views/plots/series.ts';
import { ofCapWords, serverProblems } from '../../../views/servers/detail.ts';
import { loadFigures } from '../../../views/servers/load.ts';
import { chartProblems, chartWindow, marksOf, seriesPanel, usualWords } from '../../detail/series-chart.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** In the order in which they are given room. */
const charts = [
  { key: 'cpu', title: 'CPU', tone: 'plain', percent: true },
  { key: 'out', title: 'Outgoing', tone: 'out', percent: false },
  { key: 'mem', title: 'Memory', tone: 'plain', percent: true },
  { key: 'in', title: 'Incoming', tone: 'in', percent: false },
] as const;

/** What a chart shows after the moment at which its server went, ms. */
const AFTER_GONE_MS = MINUTE_MS;

/** The `index`th chart of a server. */
export function serverChart(view: View, record: ServerRecord, index: number, rect: Rect): Line[] {
  const kind = charts[index];
  if (!kind) return [];
  const series: TitledSeries = {
    title: kind.title,
    key: `server/${record.name}/${kind.key}`,
    tone: kind.tone,
    format: (value) => (kind.percent ? percent(value) : rate(value, view.display.units)),
    levels: levelsOf(loadFigures[kind.key], view.triage.thresholds),
    ...(kind.percent ? { limit: 100, top: 100 } : { limit: serverBandwidth(record.server, kind.key).cap }),
  };
  const stale = staleServers(view);
  const { goneSince } = record;
  // The chart of a server that is gone ends shortly after that moment, so that both sides of it are visible.
  const ended = goneSince === undefined ? stale : Math.max(0, view.now - goneSince - AFTER_GONE_MS);
  const window = chartWindow(view, [series.key], rect.width - 4, ended);
  const full = untilFullWords(view.triage.climbs.get(series.key), view.now);
  const now: Line[] = [nowWords(view, record, kind.key), full === '' ? [] : [{ text: full, tone: 'warn' }]];
  const marks = marksOf(serverProblems(chartProblems(view), record));
  return seriesPanel({ series, window, marks, now, besides: usualWords(view, series), stale }, rect);
}

function nowWords(
  view: View,
  { server, goneSince }: ServerRecord,
  key: (typeof charts)[number]['key'],
): Line {
  const word = goneSince === undefined ? '' : 'last ';
  if (key === 'cpu' || key === 'mem') {
    const stats = server.serverStats;
    return [{ text: word + percent(key === 'cpu' ? stats?.cpuUsage : stats?.memUsage) }];
  }
  const amount = serverBandwidth(server, key);
  const format = (value: number | undefined) => rate(value, view.display.units);
  return [{ text: word + format(amount.used) }, { text: ofCapWords(amount, format), tone: 'dim' }];
}
