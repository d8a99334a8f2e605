import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'topology-fails',
  watched: 220,
  problems: [
    {
      rules: ['stale'],
      object: 'topology',
      begins: 120,
      within: 40,
      stands: true,
      cause: 'Topology service failed',
    },
  ],
};
