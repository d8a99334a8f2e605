import { percent } from '../../../base/format.ts';
import { measuredScore } from '../../../cluster/figures.ts';
import { viewerColumns } from '../../../views/viewers/columns.ts';
import { viewerFilter } from '../../../views/viewers/lists.ts';
import { kindLook, type ViewerShow } from '../../../views/viewers/viewers.ts';
import { chosenIn } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import { addViewers, handleViewers, pointInViewers } from './keys.ts';
import { type ViewersModel, viewersModel } from './model.ts';
import { type ViewersSlice, viewersStart } from './slice.ts';
import { drawViewers } from './view.ts';

const shows: readonly ViewerShow[] = ['all', 'people', 'machines'];

export const viewersScreen: Screen<ViewersSlice, ViewersModel> = {
  initial: viewersStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['ids'],
  filter: {
    hint: 'Id, stream, application, address, device, health<60, !test',
    check: (text) => viewerFilter(text).problem,
    count: ({ found }) => found.found.length,
    read: ({ search }) => search,
    write: (search) => ({ search }),
  },
  order: { columns: viewerColumns, read: ({ sort }) => sort, write: (sort) => ({ sort }) },
  views: {
    names: shows,
    read: ({ show }) => show,
    write: (name) => ({
      show: shows.find((show) => show === name) ?? 'all',
      part: 'found',
      foundAt: listStart,
    }),
  },

  model: viewersModel,
  draw: drawViewers,
  handle: handleViewers,
  object(model) {
    const id = model.slice.opened ?? chosenIn(model);
    if (id === undefined) return undefined;
    const viewer = model.view.state.viewers.value?.find((each) => each.id === id)?.value;
    const { streamKey, applicationName, remoteAddress } = viewer ?? {};
    return {
      kind: 'viewer',
      values: { id, stream: streamKey, application: applicationName, address: remoteAddress },
    };
  },
  point: pointInViewers,

  follows: ({ ids }) => ({ viewers: ids }),

  command(argument, shell) {
    addViewers(shell, argument);
  },

  idle: ({ slice }) =>
    slice.ids.length > 0
      ? ['list.watch']
      : ['list.watch', 'list.view', 'move.open', 'action.delete', 'table.sort', 'list.filter'],

  paste(text, shell) {
    addViewers(shell, text);
  },

  summary({ slice, found: { found, missing } }) {
    return [
      `${slice.ids.length} viewers are followed, ${missing.length} of them not found.`,
      ...found.map(({ id, viewer, kind, endedAt }) => {
        const health = percent(measuredScore(viewer));
        const end = endedAt === undefined ? '' : ' The session has ended.';
        return `${id}: ${kindLook[kind].word}, stream ${viewer.streamKey ?? 'not known'}, health ${health}.${end}`;
      }),
      ...missing.map(({ id, since }) => `${id}: ${since === undefined ? 'being looked up' : 'not found'}.`),
    ];
  },
};
