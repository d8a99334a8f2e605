import { bytes, DASH, duration, rate } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { healthLine } from '../../../views/formats/health.ts';
import { kindLook, viewerKind } from '../../../views/viewers/viewers.ts';
import {
  type DetailModel,
  fact,
  factWidth,
  linkFact,
  moment,
  stateFact,
  unknownFact,
} from '../../detail/detail-panes.ts';
import type { View } from '../../view.ts';

/** Everything about one viewer session. */
export function viewerDetail(view: View, id: string, rect: Rect, scroll: number | undefined): DetailModel {
  const stale = staleFor(view.state.viewers, view.now);
  const lines = factLines(view, id, rect);
  return { id: 'viewers.detail', title: `Viewer ${id}`, stale, lines, facts: rect, scroll };
}

function factLines(view: View, id: string, rect: Rect): Line[] {
  const entry = view.state.viewers.value?.find((each) => each.id === id);
  const viewer = entry?.value;
  const width = factWidth(rect);
  const idLine = fact('Id', cutMiddle(id, width));
  if (!viewer) return [unknownFact(entry?.endedAt), idLine];
  const { units } = view.display;
  const look = kindLook[viewerKind(viewer)];
  return [
    stateFact(viewer.state, entry.endedAt),
    fact('Kind', [
      { text: `${look.sign} ${look.word}`, tone: look.tone },
      { text: `  ${viewer.harnessType ?? DASH}`, tone: 'dim' },
    ]),
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
    [],
    toned('Enter: its stream · y: copy the id · x: stop following · Esc: back', 'dim'),
  ];
}
