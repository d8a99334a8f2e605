import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'journal-flood',
  watched: 210,
  problems: [
    {
      rules: ['parted'],
      object: 'edge-fra-1',
      begins: 120,
      within: 70,
      viewers: 2370,
      stands: true,
      cause: 'Interface eth0 renegotiated',
    },
    {
      rules: ['journal-storm'],
      object: 'TokenValidator',
      begins: 80,
      within: 60,
      stands: true,
      cause: 'Token validated with the fallback key',
    },
  ],
};
