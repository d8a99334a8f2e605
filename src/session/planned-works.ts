import type { Clock } from '../base/clock.ts';
import { type PlannedFor, type PlannedWorkFile, worksOf } from '../config/planned-work-file.ts';
import { ownUserName } from '../config/team-directory.ts';
import type { PlannedWork } from '../triage/planned-work.ts';

/** The file is read again after this time, ms. */
const READ_EVERY_MS = 10_000;

export type PlannedWorks = ReturnType<typeof createPlannedWorks>;

/** The planned work of one cluster, from a file that is read again regularly. */
export function createPlannedWorks(
  file: PlannedWorkFile,
  target: PlannedFor,
  clock: Clock,
  tell: (message: string) => void,
) {
  let works: readonly PlannedWork[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reported = '';
  const say = (message: string) => {
    // The file is read repeatedly, but an error is reported once.
    if (message !== reported) tell(message);
    reported = message;
  };
  const read = () => {
    readAt = clock.now();
    file.read().then(
      ({ lines, doubts }) => {
        const counted = worksOf(lines, target, clock.now());
        works = counted.works;
        const [doubt] = [...doubts, ...counted.doubts];
        if (doubt !== undefined) say(doubt);
      },
      (error: Error) => say(`Planned work is not known: ${error.message}`),
    );
  };
  const write = (work: Promise<unknown>) => {
    work.then(read, (error: Error) => say(`Planned work is not saved: ${error.message}`));
  };
  return {
    /**
     * The result of the last reading. A call may start a new one, so that changes by other programs count within
     * seconds.
     */
    current() {
      if (Math.abs(clock.now() - readAt) >= READ_EVERY_MS) read();
      return works;
    },
    /** Takes effect at once; an error of the file is reported. Returns the work as it counts; undefined if it may not. */
    begin(work: PlannedWork): PlannedWork | undefined {
      const line = { ...work, cluster: target.name, by: ownUserName() };
      const [counted] = worksOf([line], target, clock.now()).works;
      if (!counted) return undefined;
      works = [...works, counted];
      write(file.add({ ...line, ...counted }));
      return counted;
    },
    /** Ends the current work on an object. */
    end(object: string) {
      const now = clock.now();
      works = works.filter((work) => work.object !== object || work.until <= now);
      write(file.end(target.name, object, now));
    },
  };
}
