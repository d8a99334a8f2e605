import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

test.each(screenNames)('%s: only ornaments are faint, never words', (screen) => {
  for (const keys of [[], ['enter'], ['o'], ['v']]) {
    const opened = { problems: [sampleProblem()], size: { columns: 200, rows: 60 } };
    const { runtime, dialogs } = openScreen(screen, sampleState(), opened).hands.press(...keys);
    if (dialogs.length > 0) continue;
    const spans = runtime.panes().flatMap(({ lines }) => lines.flat());
    if (screen === 'overview') expect(spans.some(({ tone }) => tone === 'faint')).toBe(true);
    expect(spans.filter(({ tone, text }) => tone === 'faint' && /[\p{L}\d]/u.test(text))).toEqual([]);
  }
});
