import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene } from '../support/scene.ts';

/** What an operator asks, the keys from the Overview on, and words on the screen that answer it. */
const questions: readonly (readonly [question: string, keys: string, words: string])[] = [
  ['Which server is hot?', '', 'hottest first'],
  ['Are we near a limit?', '', '112 of 112 tasks'],
  ['Did a server vanish, and who was on it?', '', 'missing from the topology'],
  ['Is a group short of servers?', '2', 'Group short of servers'],
  ['Which streams are unhealthy, and since when?', '4', 'viewers at risk'],
  ['Ingest or delivery?', '', 'Grade'],
  ['Does a stream flap?', '2', 'Stream flaps'],
  ['Is it a zombie?', '2', 'Zombie stream'],
  ['Is the link to the cluster manager fine?', '', 'links up'],
  ['Do the edges deliver?', '3v', 'Out bit/s'],
  ['Are transcoders saturated?', '2', 'Transcode limit reached'],
  ['Is this load normal?', '', 'against the last hour'],
  ['What changed?', '5', 'routine'],
  ['Did something restart?', '2', 'restarted'],
  ['Can I trust this screen?', '!', 'Can this screen be trusted?'],
];

let scene: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  scene = await openScene({ scenario: 'incident', seed: 1, after: 330_000 });
}, 30_000);
afterAll(() => scene.close());

test.each(questions)('%s is answered with at most two keys', async (_question, keys, words) => {
  expect(keys.length).toBeLessThanOrEqual(2);
  const shot = await scene.shoot({ screen: 'overview', size: { columns: 120, rows: 40 }, keys: [...keys] });
  expect(shot.text().join('\n')).toContain(words);
  shot.dispose();
});
