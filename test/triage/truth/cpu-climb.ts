import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'cpu-climb',
  watched: 360,
  problems: [
    {
      rules: ['server-hot'],
      object: 'edge-fra-1',
      begins: 120,
      within: 120,
      stands: true,
      cause: 'Configuration reloaded: packet inspection enabled',
    },
  ],
};
