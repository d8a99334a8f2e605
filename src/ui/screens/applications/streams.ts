import { count, counted } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { rateScale } from '../../../views/lists/cells.ts';
import { compareBy, screenColumns } from '../../../views/lists/column.ts';
import { longestName, streamColumns } from '../../../views/streams/columns.ts';
import { firstStreamSort } from '../../../views/streams/streams.ts';
import { tableRows } from '../../list-screen/shown-list.ts';
import { titleParts } from '../../primitives/pane-title.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import type { Pane, View } from '../../view.ts';

const columns = streamColumns.filter(({ key }) => key !== 'application');

export interface ApplicationStreams {
  readonly rect: Rect;
  /** Name of the application; undefined if none is selected. */
  readonly application: string | undefined;
  readonly streams: readonly Stream[];
  /** How many streams the application reports. */
  readonly running: number | undefined;
}

/** The streams of the selected application in the last sweep, most viewers first. */
export function applicationStreams(
  { streamSweep }: ClusterState,
  { application, running }: Pick<ApplicationStreams, 'application' | 'running'>,
  rect: Rect,
): ApplicationStreams {
  const streams = [...(streamSweep.value?.items.values() ?? [])]
    .filter((stream) => stream.application === application)
    .sort(compareBy(streamColumns, firstStreamSort, ({ id }) => id));
  return { rect, application, streams, running };
}

export function streamsPane(view: View, { rect, application, streams, running }: ApplicationStreams): Pane {
  const { streamSweep } = view.state;
  const rows = streams
    .slice(0, tableRows(rect))
    .map((stream) => ({ id: stream.id, stream, endedAt: undefined, watched: false }));
  const title = `Streams of ${application ?? 'the selected application'}`;
  const more =
    streams.length > rows.length ? `${rows.length} of ${count(streams.length)}` : count(streams.length);
  const right = titleParts(title, rect.width, [
    [{ text: `${more} · most viewers first`, tone: 'dim' }],
    [{ text: 'all: Enter, Enter', tone: 'dim' }],
  ]);
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(streamSweep, view.now),
      columns: screenColumns(columns, {
        view,
        scale: rateScale(streams),
        part: 'all',
        longest: longestName(streams),
      }),
      data: (index) => rows[index],
      count: rows.length,
      scroll: 0,
      empty: [[{ text: emptyWords(running), tone: 'dim' }]],
    },
    rect,
  );
  return { id: 'applications.streams', rect, lines };
}

/**
 * Explains an empty list: a stream is listed under the application that ingests it, so other applications that run
 * it have no row for it.
 */
function emptyWords(running: number | undefined): string {
  if (!running) return 'No stream is listed here: servers list a stream where it is ingested.';
  const streams = counted(running, 'stream');
  return `${streams} here; the list names them under the application that ingests them.`;
}
