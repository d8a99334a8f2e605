import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'partial-recovery',
  watched: 450,
  problems: [
    {
      rules: ['server-gone'],
      object: 'origin-fra-1',
      begins: 120,
      within: 10,
      viewers: 6380,
      streams: 11,
      stands: true,
      cause: 'Process crashed: segmentation fault',
    },
  ],
};
