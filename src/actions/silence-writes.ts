import { errorMessage } from '../base/system-error.ts';
import type { SilencedBy } from '../triage/silenced.ts';
import type { Mutations } from './mutations.ts';
import { runWrite, type WriteContext } from './write.ts';

/** Silences in Alertmanager. They change nothing in the cluster, but whom it may wake. */
export function silenceWrites(context: WriteContext): Pick<Mutations, 'silence'> {
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
