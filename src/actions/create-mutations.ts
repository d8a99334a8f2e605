import { errorMessage } from '../base/system-error.ts';
import type { SilencedBy } from '../triage/silenced.ts';
import { cloudWrites, inspectImage } from './cloud-writes.ts';
import { createKnown } from './known.ts';
import { licenseWrites } from './license-writes.ts';
import type { Mutations, MutationsOptions } from './mutations.ts';
import { transcodeWrites } from './transcode-writes.ts';
import { userWrites } from './user-writes.ts';
import { runWrite, updateMemory, type WriteContext } from './write.ts';

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

/** Silences in Alertmanager. They change nothing in the cluster, but whom it may wake. */
function silenceWrites(context: WriteContext): Pick<Mutations, 'silence'> {
  const { silencer, clock, user } = context;
  if (!silencer) return {};
  return {
    silence: {
      matchers: silencer.matchers,
      add: ({ key, what, until, comment }) =>
        runWrite(context, {
          action: 'silence in Alertmanager',
          target: what,
          fields: { matchers: silencer.matchers(key), until: new Date(until).toISOString(), comment },
          howToFindOut: 'Look at the silences in Alertmanager.',
          async send(announce) {
            await announce();
            const silence: SilencedBy = { by: user(), comment, from: clock.now(), until };
            try {
              await silencer.add(key, silence);
              return { kind: 'confirmed', value: undefined, message: `${what} is silenced in Alertmanager.` };
            } catch (error) {
              return { kind: 'refused', message: `Not silenced: ${errorMessage(error)}`, fields: {} };
            }
          },
        }),
    },
  };
}
