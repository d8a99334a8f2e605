import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'publisher-flap',
  watched: 345,
  problems: [
    {
      rules: ['stream-flap'],
      object: 'arena/lecture-press',
      begins: 120,
      within: 160,
      viewers: 620,
      streams: 1,
      stands: true,
      cause: 'Publisher 203.0.113.77:41200 disconnected',
    },
  ],
};
