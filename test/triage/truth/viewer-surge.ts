import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'viewer-surge',
  watched: 320,
  problems: [
    {
      rules: ['server-hot'],
      object: 'cluster',
      begins: 120,
      within: 70,
      stands: true,
      cause: 'Viewers connect 40 times as fast',
    },
  ],
  beside: { keys: ['server-hot:edge-pdx-1'], why: 'it is hot before the two others' },
};
