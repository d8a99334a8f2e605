import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'viewer-surge',
  watched: 360,
  problems: [
    {
      rules: ['server-hot'],
      object: 'edge-pdx-1',
      begins: 120,
      within: 70,
      viewers: 5600,
      stands: true,
      cause: 'Viewers connect 40 times as fast',
    },
  ],
};
