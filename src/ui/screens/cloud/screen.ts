import type { CommandId } from '../../../actions/commands.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import type { CloudStream, CloudStreamInput } from '../../../protocol/cloud.ts';
import { regionName, regionsOf } from '../../../views/cloud/cloud.ts';
import { formDialog } from '../../dialogs/form.ts';
import { moveList, placeList } from '../../primitives/list.ts';
import type { Controller, Screen } from '../../screen.ts';
import { scrolled, scrolledPane } from '../detail-parts.ts';
import { tableRows } from '../table-rows.ts';
import { whyNoWrites, writesOf } from '../writable.ts';
import { readWritten, thenReadWritten, writtenPane } from '../written.ts';
import { cloudForm } from './form.ts';
import { regionRows, regionsPane } from './regions.ts';
import { chosenStream, copy, regionIds, reveal } from './secrets.ts';
import { selectedPane } from './selected.ts';
import { type CloudSlice, cloudLayout, cloudStart } from './slice.ts';
import { streamFacts, streamsPane } from './streams.ts';
import { loadValues } from './values.ts';

type Cloud = Controller<CloudSlice>;

/** Cloud streams (B1, B2): the regions of the account, and what was created in this run. */
export const cloudScreen: Screen<CloudSlice> = {
  initial: cloudStart,
  list: { opened: undefined, detailScroll: 0, revealed: undefined },
  lasting: ['values', 'created', 'written'],

  render(view, slice, area) {
    if (slice.opened !== undefined) {
      const name = slice.created.find((each) => each.id === slice.opened)?.name ?? '';
      const lines = streamFacts(view, slice, slice.opened, area);
      return [
        scrolledPane('cloud.detail', { title: `Cloud stream ${name}` }, lines, slice.detailScroll, area),
      ];
    }
    const { regions, streams, written, detail } = cloudLayout(area, slice);
    return [
      ...(regions ? [regionsPane(view, slice, regions)] : []),
      ...(streams ? [streamsPane(view, slice, streams)] : []),
      ...(detail ? [selectedPane(view, slice, detail)] : []),
      ...(written ? [writtenPane('cloud', slice, written)] : []),
    ];
  },

  handle(command, controller) {
    switch (command) {
      case 'time.refresh':
        loadValues(controller);
        // Everything else on the screen is asked for again as well.
        return false;
      case 'action.add':
        create(controller);
        return true;
      case 'app.copy':
        copy(controller);
        return true;
      case 'action.reveal':
        reveal(controller);
        return true;
      default:
        return controller.slice().opened === undefined
          ? handleLists(command, controller)
          : handleDetail(command, controller);
    }
  },

  idle(view, { created, opened }) {
    const writes = view.facts.hasCloud && whyNoWrites(view) === undefined;
    return [
      // A created stream leads nowhere: its fields are all that there is.
      ...(opened === undefined ? [] : (['move.open', 'move.nextPane', 'move.previousPane'] as const)),
      ...(writes ? [] : (['action.add'] as const)),
      ...(created.length > 0 ? [] : (['action.reveal'] as const)),
    ];
  },

  waiting: (slice) => slice.values.asking,

  enter(controller) {
    readWritten(controller);
    // Reading costs nothing, so it happens without a key; a recording has no cloud to ask.
    if (controller.services.mutations && !controller.slice().values.value) loadValues(controller);
  },

  summary(view, slice) {
    const { value, error } = slice.values;
    const regions = regionsOf(value);
    if (!view.facts.hasCloud) return ['No cloud is configured.'];
    return [
      error === undefined ? '' : `The possible values could not be read: ${error}`,
      value ? `${regions.length} regions.` : 'Regions and time zones are not read yet.',
      ...regions.map(({ id, name }) => `Region ${id}: ${name}.`),
      `${slice.created.length} streams were created in this run; nothing lists or deletes cloud streams.`,
      ...slice.created.map(
        ({ name, stream, regionId }) =>
          `${name}, ${regionName(regions, regionId)}${stream ? '' : ': it may exist, its answer never came'}.`,
      ),
    ].filter((sentence) => sentence !== '');
  },
};

function handleLists(command: CommandId, controller: Cloud): boolean {
  const slice = controller.slice();
  switch (command) {
    case 'move.nextPane':
    case 'move.previousPane':
      controller.set({ part: slice.part === 'regions' ? 'streams' : 'regions' });
      return true;
    case 'move.open': {
      if (slice.part === 'regions') {
        if (slice.values.value) create(controller);
        else loadValues(controller);
        return true;
      }
      const stream = chosenStream(controller);
      if (stream) controller.goTo('cloud', { opened: stream.id, detailScroll: 0, revealed: undefined });
      return true;
    }
    default:
      return moveLists(command, controller);
  }
}

function moveLists(command: CommandId, controller: Cloud): boolean {
  const slice = controller.slice();
  const layout = cloudLayout(controller.area, slice);
  if (slice.part === 'regions') {
    const ids = regionIds(slice);
    const moved = moveList(slice.regionsAt, command, ids, regionRows(layout.regions, slice));
    if (moved) controller.set({ regionsAt: moved });
    return moved !== undefined;
  }
  const ids = slice.created.map((each) => each.id);
  const moved = moveList(slice.streamsAt, command, ids, tableRows(layout.streams));
  if (moved) controller.set({ streamsAt: moved });
  return moved !== undefined;
}

function handleDetail(command: CommandId, controller: Cloud): boolean {
  const slice = controller.slice();
  const rows = streamFacts(controller.view, slice, slice.opened ?? '', controller.area).length;
  const target = scrolled(command, slice.detailScroll, rows, controller.area);
  if (target !== undefined) controller.set({ detailScroll: target });
  return target !== undefined;
}

function create(controller: Cloud): void {
  const mutations = writesOf(controller);
  if (!mutations) return;
  const { view, services } = controller;
  const slice = controller.slice();
  if (!view.facts.hasCloud) {
    controller.notice('No cloud is configured: give --cloud-url and an API key.', 'warn');
    return;
  }
  const values = slice.values.value;
  if (!values) {
    loadValues(controller);
    controller.notice('Asking for regions and time zones first: press a again once they are here.');
    return;
  }
  if (regionIds(slice).length === 0) {
    controller.notice('The cloud names no region, so no stream can be created: r asks again.', 'warn');
    return;
  }
  const cluster = view.state.name;
  const done = (input: CloudStreamInput, outcome: Outcome<CloudStream>) => {
    if (outcome.kind === 'ok') remember(controller, cluster, input, outcome.value);
    else if (outcome.kind === 'unknown') remember(controller, cluster, input, undefined);
  };
  const ids = regionIds(slice);
  const regionId = ids[placeList(slice.regionsAt, ids, ids.length).index];
  const form = cloudForm({ mutations, values, regionId, clock: services.clock, done });
  controller.open(formDialog(thenReadWritten(form, controller), view));
}

/** The newest first, and selected: its credentials are what one wants next. */
function remember(
  controller: Cloud,
  cluster: string,
  { name, regionId }: CloudStreamInput,
  stream: CloudStream | undefined,
): void {
  const { created } = controller.slice();
  const at = controller.services.clock.now();
  const id = String(created.length + 1);
  controller.set({
    created: [{ id, at, name, regionId, cluster, stream }, ...created],
    part: 'streams',
    streamsAt: { selectedId: id, index: 0, scroll: 0 },
  });
}
