import { bytes, count, DASH, duration, percent, rate } from '../../../base/format.ts';
import { mentions } from '../../../base/mentions.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { newest, staleFor } from '../../../cluster/freshness.ts';
import type { JournalItem } from '../../../cluster/journal/log.ts';
import type { Stream } from '../../../protocol/stream.ts';
import type { Subject } from '../../../triage/problem.ts';
import { viewersAtRisk } from '../../../triage/stream-health.ts';
import { healthLine } from '../../../views/formats/health.ts';
import { ownJournalLine } from '../../../views/journal/line.ts';
import { type TitledSeries, trafficSeries } from '../../../views/plots/series.ts';
import { uptime } from '../../../views/streams/columns.ts';
import { findStream } from '../../../views/streams/streams.ts';
import { unhealthyReason } from '../../../views/streams/unhealthy-streams.ts';
import { problemFacts, stateFact, unknownFact } from '../../detail/detail-facts.ts';
import {
  type DetailModel,
  detailPanes,
  fact,
  factWidth,
  linkFact,
  moment,
  splitDetail,
  trendFacts,
  yesNo,
} from '../../detail/detail-panes.ts';
import { titleParts } from '../../primitives/pane-title.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';

export interface StreamDetail extends DetailModel {
  /** Journal entries about the stream, and their area. */
  readonly journal: (OwnJournal & { readonly rect: Rect }) | undefined;
}

interface OwnJournal {
  /** The stream's key. */
  readonly name: string;
  readonly items: readonly JournalItem[];
}

/** Everything about one stream: its fields, charts, and its journal below. */
export function streamDetail(view: View, id: string, area: Rect, scroll: number | undefined): StreamDetail {
  const journalHeight = area.height >= 18 ? Math.min(14, Math.max(5, Math.round(area.height * 0.26))) : 0;
  const top = area.height - journalHeight;
  const { facts, charts, drawn } = splitDetail({ ...area, height: top }, 4);
  const { stream, endedAt } = findStream(view.state, id);
  const series = seriesOf(view, id);
  const own = { name: stream?.streamKey ?? '', items: journalOf(view, stream) };
  const lines = [
    ...factLines(view, id, { stream, endedAt }, factWidth(facts)),
    ...trendFacts(view, series.slice(drawn), factWidth(facts)),
    ...subStreams(stream),
    ...(journalHeight > 0 ? [] : journalFacts(own, facts)),
  ];
  const title = `Stream ${stream?.streamKey ?? id}`;
  const stale = staleFor(newest(view.state.streams, view.state.watchedStreams), view.now);
  return {
    id: 'streams.detail',
    title,
    stale,
    lines,
    facts,
    scroll,
    ...(drawn > 0 && {
      charts: { rect: charts, series: series.slice(0, drawn), about: isItself(id, stream) },
    }),
    journal:
      journalHeight > 0 ? { ...own, rect: { ...area, y: area.y + top, height: journalHeight } } : undefined,
  };
}

export function streamDetailPanes(view: View, detail: StreamDetail): Pane[] {
  const { journal } = detail;
  return [...detailPanes(view, detail), ...(journal ? [journalPane(view, journal, journal.rect)] : [])];
}

function seriesOf(view: View, id: string): TitledSeries[] {
  return [
    { key: `stream/${id}/health`, title: 'Health', tone: 'plain', format: percent, top: 100 },
    { key: `stream/${id}/viewers`, title: 'Viewers', tone: 'plain', format: count },
    ...trafficSeries(`stream/${id}`, view.display.units),
  ];
}

/** Whether a problem's subject is this stream. After publishing again a stream has another id. */
function isItself(id: string, stream: Stream | undefined): (subject: Subject) => boolean {
  return (it) => it.kind === 'stream' && (it.id === id || it.streamKey === stream?.streamKey);
}

function factLines(
  view: View,
  id: string,
  { stream, endedAt }: ReturnType<typeof findStream>,
  width: number,
): Line[] {
  const { units } = view.display;
  const idLine = fact('Id', cutMiddle(id, width));
  if (!stream) return [unknownFact(endedAt), idLine];
  return [
    stateFact(stream.state, endedAt),
    ...problemFacts(view, isItself(id, stream)),
    fact(
      'Health',
      healthLine(stream, width, {
        thresholds: view.triage.thresholds,
        reason: unhealthyReason(stream, view.triage),
      }),
    ),
    fact('Viewers', count(stream.viewerCount), 'bold'),
    fact('At risk', count(viewersAtRisk(stream))),
    fact('In', rate(stream.inBandwidth, units), 'in'),
    fact('Out', rate(stream.outBandwidth, units), 'out'),
    fact('Uptime', duration(uptime(stream, view.state, view.now))),
    fact('Started', moment(view, stream.startTime)),
    linkFact('Application', stream.application, (name) => ({ kind: 'application', name })),
    fact('Stream key', stream.streamKey),
    idLine,
    fact('Type', stream.type ?? DASH),
    fact('In total', bytes(stream.inTotalBytes)),
    fact('Out total', bytes(stream.outTotalBytes)),
    fact('May publish', yesNo(stream.allowedToPublish)),
    fact('Auto-removed', yesNo(stream.isAutoRemovable)),
    fact('Thumbnail', stream.thumbnailPath ?? DASH),
    // Without a picture its time is meaningless.
    fact('Taken', stream.thumbnailPath == null ? DASH : moment(view, stream.thumbnailTimestamp)),
  ];
}

function subStreams(stream: Stream | undefined): Line[] {
  const list = stream?.subStreams;
  if (!stream) return [];
  if (!list) return [fact('Sub-streams', DASH)];
  return [
    fact('Sub-streams', String(list.length)),
    ...list.map((sub) =>
      linkFact(`  ${sub.name ?? DASH}`, sub.streamKey, (streamKey) => ({ kind: 'stream', streamKey })),
    ),
  ];
}

/** Journal entries about the stream, newest last: objects have names such as `Stream: name`. */
function journalOf(view: View, stream: Stream | undefined): JournalItem[] {
  const key = stream?.streamKey;
  if (!key) return [];
  return view.state.journal.items.filter(
    (item) => item.kind === 'entry' && mentions(item.entry.objectName, key),
  );
}

function journalFacts({ name, items }: OwnJournal, rect: Rect): Line[] {
  const newest = items.slice(-10).reverse();
  return [
    fact('Journal', items.length === 0 ? 'no loaded entry names it' : entries(items.length)),
    ...newest.map((item) => ownJournalLine(item, rect.width - 4, name)),
  ];
}

function entries(number: number): string {
  return number === 1 ? '1 entry' : `${count(number)} entries`;
}

function journalPane(view: View, { name, items }: OwnJournal, rect: Rect): Pane {
  const lines: Line[] =
    items.length === 0
      ? [[{ text: 'No loaded entry names this stream.', tone: 'dim' }]]
      : items.slice(-(rect.height - 2)).map((item) => ownJournalLine(item, rect.width - 4, name));
  const title = 'Journal of this stream';
  const right = titleParts(title, rect.width, [
    [{ text: `${entries(items.length)}, newest last`, tone: 'dim' }],
  ]);
  return {
    id: 'streams.detail.journal',
    rect,
    lines: panel(
      { title, right, stale: staleFor(view.state.journalResource, view.now) },
      lines,
      rect.width,
      rect.height,
    ),
  };
}
