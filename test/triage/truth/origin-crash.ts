import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'origin-crash',
  watched: 345,
  problems: [
    {
      rules: ['server-gone'],
      object: 'origin-fra-1',
      begins: 120,
      within: 10,
      viewers: 6380,
      streams: 11,
      cause: 'Process crashed: out of memory in the packet pool',
    },
  ],
};
