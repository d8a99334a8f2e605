import { safeText } from '../base/safe-text.ts';
import type { Line, Span, Tone } from '../base/text.ts';
import { fit, textWidth } from '../base/width.ts';
import { count, DASH, duration, percent, rate, UNLIMITED } from '../views/format.ts';
import { gradeTone, loadTone, scoreTone, severityLook, stateTone } from '../views/tones.ts';
import type { LoadJson, SnapshotJson } from './snapshot-schema.ts';

/** Streams, applications and journal entries that people get; JSON has all. */
const MOST_ROWS = 50;
const MOST_ENTRIES = 20;
/** No column of names is wider. */
const MOST_CELLS = 60;

type Cell = string | { readonly text: string; readonly tone: Tone };

interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** The snapshot for people: sections of aligned rows, worst first, `—` for what is not known. */
export function snapshotTable(snapshot: SnapshotJson): Line[] {
  const { cluster, generatedAt, partial } = snapshot;
  return [
    [
      { text: cluster.name, tone: 'bold' },
      { text: ` ${cluster.url === cluster.name ? '' : cluster.url} at ${generatedAt}`, tone: 'dim' },
      ...(partial ? [{ text: '  PARTIAL', tone: 'warn' } as const] : []),
    ],
    ...missing(snapshot),
    ...section(`Problems (one look; not judged: ${snapshot.notJudged.join(', ')})`, problems(snapshot)),
    ...section('Totals', totals(snapshot)),
    ...section('Health', health(snapshot)),
    ...section('Servers', servers(snapshot)),
    ...section(`Streams${scope(snapshot.resources.streams, MOST_ROWS)}`, streams(snapshot)),
    ...section(`Applications${scope(snapshot.resources.applications, MOST_ROWS)}`, applications(snapshot)),
    ...section('Journal, newest first', journal(snapshot)),
  ];
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

function problems({ problems }: SnapshotJson): Line[] {
  if (problems.length === 0) return [[{ text: 'none', tone: 'ok' }]];
  return problems.map(({ severity, title, reason }) => {
    const { sign, word, tone } = severityLook[severity];
    return [
      { text: `${sign} ${word.padEnd(8)} `, tone },
      { text: title, tone: 'bold' },
      { text: ` ${reason}` },
    ];
  });
}

function totals({ totals: t }: SnapshotJson): Line[] {
  const row = (label: string, load: LoadJson, format: (value: number | null) => string): Cell[] => [
    label,
    format(load.value),
    limitWords(load, format),
    shareCell(load.share),
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
      row('transcode tasks', t.transcodeTasks, count),
    ],
  );
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

function servers({ servers }: SnapshotJson): Line[] {
  return grid(
    [
      { title: 'server' },
      { title: 'group' },
      { title: 'role' },
      { title: 'cpu', align: 'right' },
      { title: 'mem', align: 'right' },
      { title: 'in', align: 'right' },
      { title: 'out', align: 'right' },
      { title: 'of cap', align: 'right' },
      { title: 'viewers', align: 'right' },
      { title: 'streams', align: 'right' },
    ],
    servers.map((server) => [
      server.name,
      server.group ?? DASH,
      `${server.role ?? DASH}${server.clusterManager ? ' (manager)' : ''}`,
      loadCell(server.cpuPercent),
      loadCell(server.memoryPercent),
      bits(server.inBytesPerSecond.value),
      bits(server.outBytesPerSecond.value),
      shareCell(server.outBytesPerSecond.share),
      count(server.viewers),
      count(server.streams),
    ]),
  );
}

function streams({ streams }: SnapshotJson): Line[] {
  const risk = (stream: SnapshotJson['streams'][number]) => stream.viewersAtRisk ?? -1;
  const shown = [...streams]
    .sort((a, b) => risk(b) - risk(a) || (b.viewers ?? -1) - (a.viewers ?? -1) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ROWS);
  return grid(
    [
      { title: 'stream' },
      { title: 'application' },
      { title: 'state' },
      { title: 'viewers', align: 'right' },
      { title: 'health', align: 'right' },
      { title: 'grade' },
      { title: 'at risk', align: 'right' },
      { title: 'in', align: 'right' },
      { title: 'since', align: 'right' },
    ],
    shown.map((stream) => [
      stream.streamKey,
      stream.application ?? DASH,
      { text: stream.state ?? DASH, tone: stateTone(stream.state) },
      count(stream.viewers),
      {
        text: stream.healthScore === null ? DASH : String(Math.round(stream.healthScore)),
        tone: scoreTone(stream.healthScore, stream.healthGrade),
      },
      { text: stream.healthGrade ?? DASH, tone: gradeTone(stream.healthGrade) },
      count(stream.viewersAtRisk),
      bits(stream.inBytesPerSecond),
      duration(stream.durationMs),
    ]),
  );
}

function applications({ applications }: SnapshotJson): Line[] {
  const shown = [...applications].sort((a, b) => (b.viewers ?? -1) - (a.viewers ?? -1)).slice(0, MOST_ROWS);
  return grid(
    [
      { title: 'application' },
      { title: 'type' },
      { title: 'streams', align: 'right' },
      { title: 'viewers', align: 'right' },
      { title: 'in', align: 'right' },
      { title: 'out', align: 'right' },
      { title: 'cluster link' },
    ],
    shown.map((application) => [
      application.name,
      application.type ?? DASH,
      count(application.streams),
      count(application.viewers),
      bits(application.inBytesPerSecond),
      bits(application.outBytesPerSecond),
      application.connectionState ?? DASH,
    ]),
  );
}

function journal({ journal }: SnapshotJson): Line[] {
  return grid(
    [{ title: 'time' }, { title: 'object' }, { title: 'message' }],
    journal
      .slice(0, MOST_ENTRIES)
      .map(({ at, object, message }) => [at ?? DASH, object ?? DASH, message ?? DASH]),
  );
}

/** What of a list is shown, where that is not all of it. */
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
  return [
    spans(
      columns.map(({ title }) => title),
      'dim',
    ),
    ...rows.map((row) => spans(row)),
  ];
}

function wordsOf(cell: Cell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text;
}

function bits(bytesPerSecond: number | null): string {
  return rate(bytesPerSecond, 'bits');
}

function limitWords({ limit, unlimited }: LoadJson, format: (value: number | null) => string): string {
  return unlimited ? UNLIMITED : format(limit);
}

function shareCell(share: number | null): Cell {
  return { text: percent(share === null ? null : share * 100), tone: loadTone(share ?? undefined) };
}

function loadCell(value: number | null): Cell {
  return shareCell(value === null ? null : value / 100);
}
