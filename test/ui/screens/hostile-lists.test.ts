import fc from 'fast-check';
import { test } from 'vitest';
import type { Rect } from '../../../src/base/text.ts';
import type { ClusterState, Watched } from '../../../src/cluster/state.ts';
import type { Application } from '../../../src/protocol/application.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { Viewer } from '../../../src/protocol/viewer.ts';
import type { Screen } from '../../../src/ui/screen.ts';
import { applicationsScreen } from '../../../src/ui/screens/applications/screen.ts';
import { applicationsStart } from '../../../src/ui/screens/applications/slice.ts';
import { streamsScreen } from '../../../src/ui/screens/streams/screen.ts';
import { streamsStart } from '../../../src/ui/screens/streams/slice.ts';
import type { View } from '../../../src/ui/view.ts';
import { streamFilter } from '../../../src/views/streams/streams.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { panesOf } from '../../support/panes-of.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';
import { expectTiled } from '../../support/screen-rows.ts';

/** Names that a server may use: CJK, emoji, combining marks, escapes, bidirectional marks, and very long ones. */
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('東', '🏟️', '👩‍👩‍👧', 'é', '\u0301', '\u001b[31m', '\u202e', '\n', 'x', ' '),
    maxLength: 120,
  }),
);
const number = fc.oneof(fc.constant(undefined), fc.constant(null), fc.double({ noNaN: true }), fc.nat());
const words = fc.option(name, { nil: undefined });

const stream: fc.Arbitrary<Stream> = fc.record({
  id: name,
  streamKey: name,
  state: words,
  type: words,
  application: words,
  startTime: number,
  duration: number,
  viewerCount: number,
  inBandwidth: number,
  outBandwidth: number,
  healthScore: number,
  healthGrade: words,
  thumbnailPath: words,
  subStreams: fc.array(fc.record({ name: words, streamKey: words }), { maxLength: 3 }),
});
const application: fc.Arbitrary<Application> = fc.record({
  name,
  type: words,
  class: words,
  streamCount: number,
  viewerCount: number,
  inBandwidth: number,
  clusterConnection: fc.option(fc.boolean()),
  clusterConnectionData: fc.record({
    cmIdentity: words,
    connectionState: words,
    latency: number,
    startDate: number,
  }),
});
const viewer: fc.Arbitrary<Viewer> = fc.record({
  id: name,
  state: words,
  streamKey: words,
  remoteAddress: words,
  deviceType: words,
  harnessType: words,
  duration: number,
  outBandwidth: number,
  healthScore: number,
  healthGrade: words,
});
const place = fc.record({
  x: fc.constant(0),
  y: fc.constant(3),
  width: fc.integer({ min: 40, max: 300 }),
  height: fc.integer({ min: 8, max: 96 }),
});

const sample = sampleState();
const facts = fakeServices(sample).facts;

function view(more: Partial<ClusterState>): View {
  const display = { units: 'bits', times: 'absolute', ascii: false, lowBandwidth: false } as const;
  return sampleView({ ...sample, ...more }, { display, facts });
}

function listed<T>(items: readonly T[]) {
  return { totalItems: items.length, items: new Map(items.entries()), orderIgnored: false };
}

function followed<T extends { id: string }>(items: readonly T[]): Watched<T>[] {
  return items.map((value, index) => ({
    id: value.id,
    value,
    endedAt: index % 2 === 0 ? undefined : sampleNow,
  }));
}

/** Each part of a list screen, with these items and before any. */
function expectParts<S, M>(
  screen: Screen<S, M>,
  start: S,
  parts: readonly Partial<S>[],
  shown: View,
  area: Rect,
) {
  const { streams, applications } = shown.state;
  const none = {
    streams: { ...streams, value: undefined },
    applications: { ...applications, value: undefined },
  };
  for (const state of [shown.state, { ...shown.state, ...none, servers: [] }])
    for (const part of parts)
      expectTiled(panesOf(screen, { ...shown, state }, { ...start, ...part }, area), area);
}

test('no row of Streams is wider than its place, whatever the names of streams', () => {
  fc.assert(
    fc.property(fc.array(stream, { minLength: 1, maxLength: 8 }), place, (streams, area) => {
      const query = streamFilter.query(streamsStart, streamsStart.sort);
      const shown = view({
        streams: { ...sample.streams, value: { query, ...listed(streams) } },
        watchedStreams: { ...sample.watchedStreams, value: followed(streams) },
      });
      const watched = streams.map(({ id }) => id);
      const parts = [
        {},
        { part: 'worst' as const },
        { part: 'watched' as const },
        { part: 'watched' as const, watched },
        { opened: watched[0] },
        { opened: 'nobody' },
      ];
      expectParts(streamsScreen, streamsStart, parts, shown, area);
    }),
    { numRuns: 40 },
  );
});

test('no row of Applications is wider than its place, whatever the names of applications', () => {
  fc.assert(
    fc.property(fc.array(application, { minLength: 1, maxLength: 8 }), place, (applications, area) => {
      const shown = view({
        applications: { ...sample.applications, value: { query: {}, ...listed(applications) } },
      });
      const watched = applications.map(({ name }) => name);
      const parts = [{}, { part: 'watched' as const }, { part: 'watched' as const, watched }];
      const opened = [{ opened: watched[0] }, { opened: 'nobody' }];
      expectParts(applicationsScreen, applicationsStart, [...parts, ...opened], shown, area);
    }),
    { numRuns: 40 },
  );
});

test('no row of a viewer is wider than its place, whatever the fields of sessions contain', () => {
  fc.assert(
    fc.property(fc.array(viewer, { minLength: 1, maxLength: 8 }), place, (viewers, area) => {
      const shown = view({ viewers: { ...sample.viewers, value: followed(viewers) } });
      for (const id of [viewers[0]?.id, 'nobody'])
        expectTiled(panesOf(streamsScreen, shown, { ...streamsStart, viewer: id }, area), area);
    }),
    { numRuns: 60 },
  );
});
