import { expect, test } from 'vitest';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { openScreen } from '../../open-screen.ts';

const open = (viewers = sampleState().viewers) =>
  openScreen('journal', { ...sampleState(), viewers }, { size: { columns: 100, rows: 30 } });

/** What the server says of one session. */
const viewer = sampleState().viewers.value?.find(({ id }) => id === 'viewer-1');

test('a viewer is looked up from any screen, polled while it is shown, and Enter leads to its stream', () => {
  const { hands, services } = open();
  hands.press(':viewer viewer-1');
  expect(hands.dialogs).toEqual([]);
  hands.sees(/─ Viewer viewer-1 ─[\s\S]*○ person {2}STORM_MSE_VIEWER[\s\S]*morning-show/);
  expect(services.interests.at(-1)).toMatchObject({ viewers: ['viewer-1'] });
  hands.press('y');
  expect(services.copied.at(-1)).toBe('viewer-1');
  hands.press('enter').sees('─ Streams: morning-show app:live-edge-1a ─');
  expect(services.interests.at(-1)).toMatchObject({ viewers: [] });
  hands.press('esc').sees('─ Viewer viewer-1 ─').press('esc');
  expect(hands.ui.screen).toBe('journal');
  expect(services.interests.at(-1)).toMatchObject({ viewers: [] });
});

test.each([
  ['machine', 'TRANSCODER', '■ machine'],
  ['person', 'SOMETHING_NEW', '○ person'],
  ['viewer of a kind that nobody says', null, '? unknown'],
])('a %s is one by its harness type', (_kind, harnessType, words) => {
  const value = viewer?.value && { ...viewer.value, harnessType };
  const shown = { ...sampleState().viewers, value: [{ id: 'viewer-1', value, endedAt: undefined }] };
  const { hands } = open(shown);
  hands.runtime.follow({ kind: 'viewer', id: 'viewer-1' });
  hands.sees(words);
});

test('a wrong id, a session that ended, and one that is being looked up say so', () => {
  const value = [
    { id: 'wrong', value: undefined, endedAt: sampleNow },
    { id: 'ended', value: viewer?.value, endedAt: sampleNow },
  ];
  const { hands } = open({ ...sampleState().viewers, value });
  const said = (id: string) => {
    hands.runtime.follow({ kind: 'viewer', id });
    return hands.words;
  };
  expect(said('wrong')).toContain('No viewer session has this id, asked at');
  expect(said('ended')).toMatch(/NOT FOUND|ENDED/);
  expect(said('new')).toContain('Looking it up...');
});
