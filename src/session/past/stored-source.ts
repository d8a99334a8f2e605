import type { Readable } from '../../base/readable.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { WATCHING } from '../../history/gap-store.ts';
import type { HistoryReader } from '../../history/reader.ts';
import type { TriageState } from '../../triage/engine.ts';
import { FIRST_ROUND_MS, type PastSource } from './source.ts';
import { storedMoment } from './stored-moment.ts';

/** The past out of the history on the disk. `cluster` and `triage` are those of now: they give name, login and limits. */
export function storedSource(
  reader: HistoryReader,
  cluster: Readable<ClusterState>,
  triage: Readable<TriageState>,
): PastSource {
  return {
    get from() {
      return reader.range()?.from;
    },
    marks: reader.marks,
    problemBeside: reader.markBeside,
    watchedBeside(at, direction) {
      const gap = reader
        .gaps(at, at)
        .find(({ resource, from, to }) => resource === WATCHING && from < at && at < to + FIRST_ROUND_MS);
      if (!gap) return at;
      return direction > 0 ? gap.to + FIRST_ROUND_MS : gap.from;
    },
    at: (moment) => storedMoment(reader, cluster.getState(), triage.getState().thresholds, moment),
  };
}
