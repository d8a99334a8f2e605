import type { Sweep } from '../../cluster/state.ts';
import type { Application } from '../../protocol/application.ts';
import type { Stream } from '../../protocol/stream.ts';
import { totalAtRisk, type UnhealthyStream } from '../streams/unhealthy-streams.ts';
import { gauge, type Metric, tally } from './metric.ts';

/** The unhealthy streams, as on the Streams screen. */
export function unhealthyMetrics(streams: readonly UnhealthyStream[] | undefined): Metric[] {
  const atRisk = streams && (streams.length === 0 ? 0 : totalAtRisk(streams));
  return [
    gauge('unhealthy_streams', 'Streams that were read and are unhealthy.', [{ value: streams?.length }]),
    gauge('viewers_at_risk', 'Viewers at risk of the unhealthy streams.', [{ value: atRisk }]),
  ];
}

/** Counts over the lists; undefined ones are not known. Of a large cluster the lists are read only in part. */
export function listMetrics(
  streams: Sweep<Stream> | undefined,
  applications: Sweep<Application> | undefined,
  journalEntries: number | undefined,
): Metric[] {
  const allStreams = [...(streams?.items.values() ?? [])];
  const allApplications = [...(applications?.items.values() ?? [])];
  const unlinked = allApplications.filter(({ clusterConnection }) => clusterConnection === false);
  return [
    gauge('listed_streams', 'Total of the stream list; it may cover only one server.', [
      { value: streams?.totalItems },
    ]),
    gauge('read_streams', 'Streams that were read; the counts by state and grade cover these.', [
      { value: streams && allStreams.length },
    ]),
    gauge(
      'streams',
      'Streams that were read, by state.',
      tally(allStreams.map(({ state }) => state)).map(({ word, count }) => ({
        labels: { state: word },
        value: count,
      })),
    ),
    gauge(
      'graded_streams',
      'Streams that were read, by health grade.',
      tally(allStreams.map(({ healthGrade }) => healthGrade)).map(({ word, count }) => ({
        labels: { grade: word },
        value: count,
      })),
    ),
    gauge(
      'applications',
      'Applications that were read, by type.',
      tally(allApplications.map(({ type }) => type)).map(({ word, count }) => ({
        labels: { type: word },
        value: count,
      })),
    ),
    gauge('unlinked_applications', 'Applications without a connection to the cluster manager.', [
      { value: applications && unlinked.length },
    ]),
    gauge('journal_entries', 'Entries that the journal holds.', [{ value: journalEntries }]),
  ];
}
