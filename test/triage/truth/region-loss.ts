import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'region-loss',
  watched: 300,
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
      knownGaps: {
        object: { why: 'servers of one region that vanish together are problems of their own' },
        viewers: { why: 'only those of one server' },
        streams: { why: 'only those of one server' },
      },
    },
  ],
  beside: {
    keys: ['server-gone:edge-pdx-2', 'server-gone:origin-pdx-1', 'server-gone:transcode-pdx-1'],
    why: 'servers of one region do not fold',
  },
};
