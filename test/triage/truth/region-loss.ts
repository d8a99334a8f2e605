import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'region-loss',
  watched: 220,
  problems: [
    {
      rules: ['server-gone', 'group-short'],
      object: 'us-west',
      begins: 120,
      within: 10,
      viewers: 5770,
      streams: 23,
      stands: true,
      cause: 'Region us-west unreachable',
    },
  ],
};
