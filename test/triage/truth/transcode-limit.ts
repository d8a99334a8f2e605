import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'transcode-limit',
  watched: 330,
  problems: [
    {
      rules: ['limit-changed'],
      object: 'cluster',
      begins: 120,
      within: 5,
      streams: 8,
      stands: true,
      cause: 'transcodeTaskLimit 48 -> 32',
    },
    {
      rules: ['server-hot'],
      object: 'transcode-fra-1',
      begins: 120,
      within: 180,
      stands: true,
      cause: 'Buffer pool grew',
    },
  ],
};
