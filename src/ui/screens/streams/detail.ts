import { bytes, count, DASH, duration, percent, rate } from '../../../base/format.ts';
import { cutRows, type Line, type Rect } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { type Found, findStream } from '../../../cluster/find-listed.ts';
import { newest, staleFor } from '../../../cluster/freshness.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { viewersAtRisk } from '../../../triage/stream-health.ts';
import { healthLine } from '../../../views/formats/health.ts';
import { yesNo } from '../../../views/lists/cells.ts';
import { trafficSeries } from '../../../views/plots/series.ts';
import { uptime } from '../../../views/streams/columns.ts';
import { unhealthyReason } from '../../../views/streams/unhealthy-streams.ts';
import {
  type DetailModel,
  detailIn,
  fact,
  type IsAbout,
  linkFact,
  moment,
  problemFacts,
  stateFact,
  unknownFact,
} from '../../detail/detail-panes.ts';
import { ownJournal, ownJournalPane } from '../../detail/own-journal.ts';
import type { View } from '../../view.ts';

/** Everything about one stream: its fields, charts, and its journal below. */
export function streamDetail(view: View, id: string, area: Rect): DetailModel {
  const journalHeight = area.height >= 18 ? Math.min(14, Math.max(5, Math.round(area.height * 0.26))) : 0;
  const [above, rect] = cutRows(area, area.height - journalHeight);
  const found = findStream(view.state, id);
  const { item: stream } = found;
  const shown = {
    id: 'streams.detail',
    title: `Stream ${stream?.streamKey ?? id}`,
    stale: staleFor(newest(view.state.streams, view.state.watchedStreams), view.now),
    series: [
      { key: `stream/${id}/health`, title: 'Health', format: percent, top: 100 },
      { key: `stream/${id}/viewers`, title: 'Viewers', format: count },
      ...trafficSeries(`stream/${id}`, view.display.units),
    ],
    isAbout: isItself(id, stream),
    more: subStreams(stream),
  };
  const detail = detailIn(view, above, shown, (width) => factLines(view, id, found, width));
  if (journalHeight === 0) return detail;
  const journal = ownJournal(view, { name: stream?.streamKey ?? '', inMessages: false }, rect);
  const title = 'Journal of this stream';
  return { ...detail, below: [ownJournalPane('streams.detail.journal', view, journal, { title })] };
}

/** Whether a problem's subject is this stream. After publishing again a stream has another id. */
function isItself(id: string, stream: Stream | undefined): IsAbout {
  return ({ subject: it }) => it.kind === 'stream' && (it.id === id || it.streamKey === stream?.streamKey);
}

function factLines(view: View, id: string, { item: stream, endedAt }: Found<Stream>, width: number): Line[] {
  const { units } = view.display;
  const idLine = fact('Id', cutMiddle(id, width));
  if (!stream) return [unknownFact(endedAt), idLine];
  return [
    stateFact(stream.state, endedAt),
    ...problemFacts(view, isItself(id, stream), width),
    fact(
      'Health',
      healthLine(stream, width, {
        thresholds: view.triage.thresholds,
        reason: unhealthyReason(stream, view.triage),
      }),
    ),
    fact('Viewers', count(stream.viewerCount), 'bold'),
    fact('At risk', count(viewersAtRisk(stream))),
    fact('In', rate(stream.inBandwidth, units)),
    fact('Out', rate(stream.outBandwidth, units)),
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
