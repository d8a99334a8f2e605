import { expect, test } from 'vitest';
import { applicationStreams } from '../../../../src/ui/screens/applications/model.ts';
import { streamsPane } from '../../../../src/ui/screens/applications/view.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';

test.each([
  [16, '16 streams here; the list names them under the application that ingests them.'],
  [0, 'No stream is listed here'],
  [undefined, 'No stream is listed here'],
])('an application with %j streams of which none is listed says so', (running, words) => {
  const state = sampleState();
  const rect = { x: 0, y: 0, width: 120, height: 8 };
  const list = applicationStreams(state, { application: 'nowhere', running }, rect);
  const { lines } = streamsPane(sampleView(state), list);
  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toContain(words);
});
