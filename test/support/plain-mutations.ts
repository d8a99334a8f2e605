import { createMutations } from '../../src/actions/create-mutations.ts';
import type { MutationsOptions } from '../../src/actions/mutations.ts';
import { systemClock } from '../../src/base/clock.ts';

/** State files that know these users and remember nothing. */
export function fixedMemory(users: readonly { id: number; name: string }[] = []) {
  const read = async () => ({ cluster: 'sample', users: [...users], acknowledgements: {}, explained: [] });
  return { read, rememberUser: read, forgetUser: read, markExplained: read };
}

/** Writes over this connection that leave no trace, unless a test gives other parts. */
export function plainMutations(
  { api, cloud }: Pick<MutationsOptions, 'api' | 'cloud'>,
  parts: Partial<MutationsOptions> = {},
) {
  return createMutations({
    api,
    cloud,
    audit: { append: async () => {} },
    memory: fixedMemory(),
    cluster: 'prod',
    user: () => 'operator',
    clock: systemClock,
    env: {},
    refresh: () => {},
    ...parts,
  });
}
