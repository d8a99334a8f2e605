import { regionName } from '../../../views/cloud/cloud.ts';
import type { Screen } from '../../screen.ts';
import { whyNoWrites } from '../writable.ts';
import { readWritten } from '../written.ts';
import { handleCloud, loadValues, pointInCloud } from './keys.ts';
import { type CloudModel, cloudModel } from './model.ts';
import { type CloudSlice, cloudStart } from './slice.ts';
import { drawCloud } from './view.ts';

/** Cloud streams (B1, B2): the regions of the account, and the streams created in this session. */
export const cloudScreen: Screen<CloudSlice, CloudModel> = {
  initial: cloudStart,
  list: { opened: undefined, detailScroll: 0, revealed: undefined },
  lasting: ['values', 'created', 'written'],
  unsavedAnswers: ({ created }) => created.filter(({ answer }) => answer !== undefined).length,

  model: cloudModel,
  draw: drawCloud,
  handle: handleCloud,
  point: pointInCloud,

  idle({ view, slice: { created, opened } }) {
    const writes = view.facts.cloudUrl !== undefined && whyNoWrites(view) === undefined;
    return [
      // From the detail of a created stream no key leads further.
      ...(opened === undefined ? [] : (['move.open', 'move.nextPane', 'move.previousPane'] as const)),
      ...(writes ? [] : (['action.add'] as const)),
      ...(created.length > 0 ? [] : (['action.reveal', 'action.delete'] as const)),
    ];
  },

  waiting: (slice) => slice.values.asking,

  enter(shell) {
    readWritten(shell);
    // Reading has no side effect, so it needs no key. A recording has no cloud to ask.
    if (shell.services.mutations && !shell.slice().values.value) loadValues(shell);
  },

  summary({ view, slice, regions }) {
    const { value, error } = slice.values;
    if (view.facts.cloudUrl === undefined) return ['No cloud is configured.'];
    return [
      error === undefined ? '' : `The possible values could not be read: ${error}`,
      value ? `${regions.length} regions.` : 'Regions and time zones are not read yet.',
      ...regions.map(({ id, name }) => `Region ${id}: ${name}.`),
      `${slice.created.length} streams were created in this run; the API cannot list or delete cloud streams.`,
      ...slice.created.map(
        ({ name, stream, regionId, answer }) =>
          `${name}, ${regionName(regions, regionId)}${stream ? '' : unreadWords(answer)}.`,
      ),
    ].filter((sentence) => sentence !== '');
  },
};

function unreadWords(answer: string | undefined): string {
  return answer === undefined ? ': it may exist, no answer arrived' : ': its answer could not be read';
}
