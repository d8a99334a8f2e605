import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'license-limit',
  watched: 360,
  problems: [
    {
      rules: ['limit'],
      object: 'cluster',
      begins: 120,
      within: 60,
      stands: true,
      cause: 'License reloaded: outgoing bandwidth limited',
    },
  ],
};
