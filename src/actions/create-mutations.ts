import { cloudWrites, inspectImage } from './cloud-writes.ts';
import { createKnown } from './known.ts';
import { licenseWrites } from './license-writes.ts';
import type { Mutations, MutationsOptions } from './mutations.ts';
import { silenceWrites } from './silence-writes.ts';
import { transcodeWrites } from './transcode-writes.ts';
import { userWrites } from './user-writes.ts';
import { updateMemory, type WriteContext } from './write.ts';

/** Connects the writes of one cluster. Reads the memory on disk at once; sends nothing. */
export function createMutations(options: MutationsOptions): Mutations {
  const context: WriteContext = { ...options, known: createKnown(), unaudited: new Set() };
  // A memory that cannot be read is reported in `known.problem`.
  void updateMemory(context, (memory) => memory.read());
  return {
    known: context.known,
    ...userWrites(context),
    ...transcodeWrites(context),
    ...licenseWrites(context),
    ...cloudWrites(context),
    ...silenceWrites(context),
    inspectImage,
    markExplained: (what) => updateMemory(context, (memory) => memory.markExplained(what)),
  };
}
