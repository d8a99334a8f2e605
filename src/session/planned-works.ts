import type { Clock } from '../base/clock.ts';
import { isOf, type PlannedWorkFile } from '../config/planned-work-file.ts';
import type { PlannedWork } from '../triage/planned-work.ts';

/** The planned works of one cluster, as the file says; it is read again while time passes. */
export interface PlannedWorks {
  /** As read last; asking may start a new reading, so that what others write counts within seconds. */
  current(): readonly PlannedWork[];
  /** Takes effect at once; a failure of the file is reported. */
  begin(work: PlannedWork): void;
  /** Ends what lasts on an object. */
  end(object: string): void;
}

/** The file is read again after so long, ms. */
const READ_EVERY_MS = 10_000;

/** `cluster`: the name of the profile, or the host. */
export function createPlannedWorks(
  file: PlannedWorkFile,
  cluster: string,
  clock: Clock,
  tell: (message: string) => void,
): PlannedWorks {
  let works: readonly PlannedWork[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let told = '';
  const say = (message: string) => {
    // The file is read again and again: what is wrong with it is said once.
    if (message !== told) tell(message);
    told = message;
  };
  const read = () => {
    readAt = clock.now();
    file.read().then(
      ({ lines, unreadable }) => {
        works = lines.filter((line) => isOf(line, cluster));
        if (unreadable.length > 0) say(`Not understood in ${file.path}: line ${unreadable.join(', ')}`);
      },
      (error: Error) => say(`Planned work is not known: ${error.message}`),
    );
  };
  const write = (work: Promise<unknown>) => {
    work.then(read, (error: Error) => say(`Planned work is not saved: ${error.message}`));
  };
  return {
    current() {
      if (clock.now() - readAt >= READ_EVERY_MS) read();
      return works;
    },
    begin(work) {
      works = [...works, work];
      write(file.add({ ...work, cluster }));
    },
    end(object) {
      const now = clock.now();
      works = works.filter((work) => work.object !== object || work.until <= now);
      write(file.end(cluster, object, now));
    },
  };
}
