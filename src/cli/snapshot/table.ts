import { HOUR_MS } from '../../base/durations.ts';
import { clockTime, count, DASH, UNLIMITED } from '../../base/format.ts';
import { safeText } from '../../base/safe-text.ts';
import type { Line, Span, Tone } from '../../base/text.ts';
import { zoneOffset } from '../../base/time-zone.ts';
import { fit, textWidth } from '../../base/width.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { viewersAtRisk } from '../../triage/stream-health.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { applicationColumns } from '../../views/applications/columns.ts';
import type { LoadJson } from '../../views/formats/json-values.ts';
import { gradeTone, type LoadFigure, levelsOf, severityLook } from '../../views/formats/tones.ts';
import { bits, shareCell } from '../../views/lists/cells.ts';
import { compareBy, type ListColumn, printColumns } from '../../views/lists/column.ts';
import { textChart } from '../../views/plots/text-chart.ts';
import { byWords } from '../../views/problems/words.ts';
import { serverColumns } from '../../views/servers/columns.ts';
import { sortByHeat } from '../../views/servers/load.ts';
import { streamColumns } from '../../views/streams/columns.ts';
import type { SnapshotJson } from './schema.ts';

/** Most streams, applications and journal entries in the table; JSON has all. */
const MOST_ROWS = 50;
const MOST_ENTRIES = 20;
/** One value per column, as many as fit beside the axis in a window of 80 columns. */
const CHART = { columns: 64, rows: 5 } as const;
/** Widest column of names. */
const MOST_CELLS = 60;

type Cell = string | Span;

interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** The snapshot of `state` for people: sections of aligned rows, worst first, `—` for unknown values. */
export function snapshotTable(snapshot: SnapshotJson, state: ClusterState, thresholds: Thresholds): Line[] {
  const { cluster, generatedAt, at = generatedAt, partial } = snapshot;
  return [
    [
      { text: cluster.name, tone: 'bold' },
      { text: ` ${cluster.url === cluster.name ? '' : cluster.url} at ${at}`, tone: 'dim' },
      ...(partial ? [{ text: '  PARTIAL', tone: 'warn' } as const] : []),
    ],
    ...missing(snapshot),
    ...snapshot.remarks.map((text): Line => [{ text, tone: 'dim' }]),
    ...section(problemsTitle(snapshot), problems(snapshot)),
    ...section('Totals', totals(snapshot, thresholds)),
    ...charts(state),
    ...section('Health', health(snapshot)),
    ...section('Servers', listed(serverColumns, sortByHeat(state.servers), thresholds)),
    ...section(`Streams${scope(snapshot.resources.streams, MOST_ROWS)}`, streams(state, thresholds)),
    ...section(
      `Applications${scope(snapshot.resources.applications, MOST_ROWS)}`,
      applications(state, thresholds),
    ),
    ...section('Journal, newest first', journal(snapshot)),
  ];
}

function problemsTitle({ notJudged }: SnapshotJson): string {
  return notJudged.length === 0 ? 'Problems' : `Problems (single poll; not judged: ${notJudged.join(', ')})`;
}

function missing({ resources }: SnapshotJson): Line[] {
  return Object.entries(resources).flatMap(([name, resource]): Line[] => {
    if (!resource || resource.ok) return [];
    const why = resource.error?.message ?? shortfall(resource);
    return [[{ text: `${name}: `, tone: 'warn' }, { text: why }]];
  });
}

function shortfall(
  resource: NonNullable<SnapshotJson['resources'][keyof SnapshotJson['resources']]>,
): string {
  if (resource.unreadable > 0) return `${count(resource.unreadable)} items could not be understood`;
  if ('truncated' in resource) return `only ${count(resource.items)} of ${count(resource.total)} were read`;
  return 'not read';
}

function problems({ problems, notRead }: SnapshotJson): Line[] {
  const isKnown = notRead.every(({ decides }) => !decides);
  const unread: Line[] =
    notRead.length === 0
      ? []
      : [
          [
            { text: 'not read: ', tone: isKnown ? 'dim' : 'warn' },
            { text: notRead.map(({ words }) => words).join(', ') },
          ],
        ];
  const none: Line[] = isKnown ? [[{ text: 'none', tone: 'ok' }]] : [[{ text: '? unknown', tone: 'warn' }]];
  const rows = problems.map(({ severity, title, summary, acknowledged }): Line => {
    const known = `${acknowledged?.planned ? 'planned work' : 'acknowledged'}${byWords(acknowledged ?? {})}`;
    const { sign, word, tone } = severityLook[severity];
    return [
      { text: `${sign} ${word.padEnd(8)} `, tone },
      { text: title, tone: 'bold' },
      { text: ` ${summary}` },
      ...(acknowledged ? [{ text: ` (${known})`, tone: 'dim' } as const] : []),
    ];
  });
  return [...(rows.length > 0 ? rows : none), ...unread];
}

function totals({ totals: t }: SnapshotJson, thresholds: Thresholds): Line[] {
  const row = (
    label: string,
    load: LoadJson,
    format: (value: number | null) => string,
    figure: LoadFigure = 'limit',
  ): Cell[] => [
    label,
    format(load.value),
    load.unlimited ? UNLIMITED : format(load.limit),
    shareCell(load.share, levelsOf(figure, thresholds)),
  ];
  return grid(
    [
      { title: '' },
      { title: 'now', align: 'right' },
      { title: 'limit', align: 'right' },
      { title: 'used', align: 'right' },
    ],
    [
      row('viewers', t.viewers, count),
      row('streams', t.streams, count),
      row('incoming', t.inBytesPerSecond, bits),
      row('outgoing', t.outBytesPerSecond, bits),
      row('transcode tasks', t.transcodeTasks, count, 'transcode'),
    ],
  );
}

/** The totals of the last hour, which the dashboard brings with its first answer. */
function charts({ dashboard: { updatedAt = 0 }, history }: ClusterState): Line[] {
  const all = [
    ['Viewers', 'viewers', count],
    ['Streams', 'streams', count],
    ['Incoming', 'in', bits],
    ['Outgoing', 'out', bits],
  ] as const;
  return all.flatMap(([title, figure, format]): Line[] => {
    const data = history.points(`total/${figure}`, updatedAt - HOUR_MS, updatedAt).slice(-CHART.columns);
    const [first, last] = [data[0]?.at, data.at(-1)?.at];
    if (data.length < 2 || first === undefined || last === undefined) return [];
    const values = data.map(({ value }) => value);
    const lines = textChart(values, { height: CHART.rows, format }).map((text): Line => [{ text }]);
    const words = `${title}, ${clockTime(first)} to ${clockTime(last)} ${zoneOffset(last)}`;
    return section(words, lines);
  });
}

function health({ health }: SnapshotJson): Line[] {
  return grid(
    [{ title: 'grade' }, { title: 'streams', align: 'right' }, { title: 'viewers', align: 'right' }],
    health.map(({ grade, streams, viewers }) => [
      { text: grade, tone: gradeTone(grade) },
      count(streams.count),
      count(viewers.count),
    ]),
  );
}

function streams({ streamSweep }: ClusterState, thresholds: Thresholds): Line[] {
  const all = [...(streamSweep.value?.items.values() ?? [])];
  const risk = (stream: Stream) => viewersAtRisk(stream) ?? -1;
  const byAudience = compareBy(streamColumns, { key: 'viewerCount', descending: true }, ({ id }) => id);
  all.sort((a, b) => risk(b) - risk(a) || byAudience(a, b));
  return listed(streamColumns, all.slice(0, MOST_ROWS), thresholds);
}

function applications({ applicationSweep }: ClusterState, thresholds: Thresholds): Line[] {
  const all = [...(applicationSweep.value?.items.values() ?? [])];
  all.sort(compareBy(applicationColumns, { key: 'viewerCount', descending: true }, ({ name }) => name));
  return listed(applicationColumns, all.slice(0, MOST_ROWS), thresholds);
}

function listed<Item, Row, At>(
  columns: readonly ListColumn<Item, Row, At>[],
  items: readonly Item[],
  thresholds: Thresholds,
): Line[] {
  const printed = printColumns(columns);
  const rows = items.map((item) => printed.map(({ cell }) => cell(item, thresholds)));
  return grid(printed, rows);
}

function journal({ journal }: SnapshotJson): Line[] {
  return grid(
    [{ title: 'time' }, { title: 'object' }, { title: 'message' }],
    journal
      .slice(0, MOST_ENTRIES)
      .map(({ at, object, message }) => [at ?? DASH, object ?? DASH, message ?? DASH]),
  );
}

/** Which part of the list is shown, if it is not complete. */
function scope({ items, total }: SnapshotJson['resources']['streams'], most: number): string {
  const all = Math.max(items, total ?? 0);
  return all > most ? ` (${Math.min(most, items)} of ${count(all)})` : '';
}

function section(title: string, lines: readonly Line[]): Line[] {
  return [
    [],
    [{ text: title, tone: 'title' }],
    ...(lines.length > 0 ? lines : [[{ text: DASH, tone: 'dim' } as const]]),
  ];
}

function grid(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Line[] {
  if (rows.length === 0) return [];
  const widths = columns.map(({ title }, at) =>
    Math.min(
      MOST_CELLS,
      rows.reduce((most, row) => Math.max(most, textWidth(safeText(wordsOf(row[at])))), title.length),
    ),
  );
  const spans = (cells: readonly Cell[], own?: Tone): Span[] =>
    columns.flatMap(({ align }, at) => {
      const cell = cells[at] ?? '';
      const tone = own ?? (typeof cell === 'string' ? undefined : cell.tone);
      const text = fit(wordsOf(cell), widths[at] ?? 0, align ?? 'left');
      const gap: Span[] = at === 0 ? [] : [{ text: '  ' }];
      return [...gap, tone === undefined ? { text } : { text, tone }];
    });
  const titles = columns.map(({ title }) => title);
  return [spans(titles, 'dim'), ...rows.map((row) => spans(row))];
}

function wordsOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}
