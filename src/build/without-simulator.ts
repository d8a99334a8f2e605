import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from './options.ts';

/**
 * For builds that go to machines with a real cluster: without the simulated one they are a third smaller, with half of the
 * packages.
 */
export const withoutSimulator: Plugin = {
  name: 'without simulator',
  setup({ onResolve }) {
    const path = resolve(root, 'src/cli/demo/left-out.ts');
    onResolve({ filter: /\/demo\/(demo|simulate)\.ts$/ }, () => ({ path }));
  },
};
