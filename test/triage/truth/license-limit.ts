import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'license-limit',
  watched: 240,
  problems: [
    {
      rules: ['limit-changed'],
      object: 'cluster',
      begins: 120,
      within: 5,
      stands: true,
      cause: 'License reloaded: outgoing bandwidth limited',
    },
  ],
};
