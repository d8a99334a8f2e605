import { bytes, clockTime, DASH, duration, percent, rate } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { measuredScore } from '../../../cluster/figures.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { machineHarnessTypes } from '../../../protocol/viewer.ts';
import { errorWords } from '../../../views/formats/errors.ts';
import { healthLine } from '../../../views/formats/health.ts';
import { type DetailModel, fact, factWidth, linkFact, moment, stateFact } from '../../detail/detail-panes.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';

/** Machines are recognised by their harness type; without one the kind of a viewer is unknown. */
function kindLine(harnessType: string | null | undefined): Line {
  if (!harnessType) return toned('? unknown', 'dim');
  const look = machineHarnessTypes.includes(harnessType)
    ? toned('■ machine', 'info')
    : toned('○ person', 'plain');
  return [...look, { text: `  ${harnessType}`, tone: 'dim' }];
}

/** What the look-up found of a viewer; undefined while it is not answered. */
export function viewerNamed({ viewers }: ClusterState, id: string) {
  return viewers.value?.find((each) => each.id === id);
}

/** Everything about one viewer session that was looked up by its id (A9). */
export function viewerDetail(view: View, id: string, rect: Rect): DetailModel {
  const stale = staleFor(view.state.viewers, view.now);
  const lines = factLines(view, id, rect);
  return { id: 'streams.viewer', title: `Viewer ${id}`, stale, lines, facts: rect };
}

function factLines(view: View, id: string, rect: Rect): Line[] {
  const entry = viewerNamed(view.state, id);
  const viewer = entry?.value;
  const width = factWidth(rect);
  const idLine = fact('Id', cutMiddle(id, width));
  if (!viewer) return [...unknownWords(view, entry?.endedAt, rect.width - 4), [], idLine];
  const { units } = view.display;
  return [
    stateFact(viewer.state, entry.endedAt),
    fact('Kind', kindLine(viewer.harnessType)),
    fact('Health', healthLine(viewer, Math.min(40, width), view.triage)),
    linkFact('Stream', viewer.streamKey, (streamKey) => ({
      kind: 'stream',
      streamKey,
      application: viewer.applicationName ?? undefined,
    })),
    fact('Sub-stream', viewer.subStream ?? DASH),
    linkFact('Application', viewer.applicationName, (name) => ({ kind: 'application', name })),
    fact('Out', rate(viewer.outBandwidth, units)),
    fact('In', rate(viewer.inBandwidth, units)),
    fact('Watching for', duration(viewer.duration)),
    fact('Started', moment(view, viewer.startTime)),
    fact('Address', viewer.remoteAddress ?? DASH),
    fact('Device', viewer.deviceType ?? DASH),
    fact('System', viewer.osName ?? DASH),
    fact('Browser', viewer.browserName ?? DASH),
    fact('Out total', bytes(viewer.outTotalBytes)),
    fact('In total', bytes(viewer.inTotalBytes)),
    fact('Pipeline', viewer.pipelineType ?? DASH),
    fact('Class', cutMiddle(viewer.class ?? DASH, width)),
    idLine,
  ];
}

/** Why nothing is shown of an id. */
function unknownWords(view: View, notFoundAt: number | undefined, width: number): Line[] {
  const { error } = view.state.viewers;
  if (notFoundAt !== undefined) {
    const words = `No viewer session has this id, asked at ${clockTime(notFoundAt)}: it has ended, or the id is wrong.`;
    return wrapText(words, width, 'warn');
  }
  if (error) return wrapText(`✖ ${errorWords(error, view.now)}`, width, 'crit');
  return [toned('Looking it up...', 'dim')];
}

export function viewerSummary(view: View, id: string): string[] {
  const entry = viewerNamed(view.state, id);
  if (!entry?.value) return [`Viewer ${id}: ${entry ? 'not found' : 'being looked up'}.`];
  const { streamKey } = entry.value;
  const end = entry.endedAt === undefined ? '' : ' The session has ended.';
  const health = percent(measuredScore(entry.value));
  return [`Viewer ${id}: stream ${streamKey ?? 'not known'}, health ${health}.${end}`];
}
