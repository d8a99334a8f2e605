import { createKeymap } from '../../../src/actions/keymap.ts';
import type { ChromeInput } from '../../../src/ui/chrome/chrome.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

/** What header, tabs, problem line and footer are drawn from: the Overview of the sample, unless a test says otherwise. */
export function chromeInput(changes: Partial<ChromeInput> = {}): ChromeInput {
  const times = { replay: undefined, past: undefined, recent: undefined, held: undefined };
  return {
    view: sampleView(sampleState()),
    screen: 'overview',
    place: 'list',
    hasRail: false,
    ...times,
    notice: undefined,
    dialog: undefined,
    status: [],
    idle: [],
    inBorders: new Set(),
    keymap: createKeymap(),
    liveNow: sampleNow,
    ...changes,
  };
}
