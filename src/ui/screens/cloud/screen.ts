import type { CommandId } from '../../../actions/commands.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import type { CloudStream, CloudStreamInput } from '../../../protocol/cloud.ts';
import { regionName, regionsOf } from '../../../views/cloud/cloud.ts';
import { formDialog } from '../../dialogs/form.ts';
import { tableRows } from '../../list-screen/shown-list.ts';
import { moveList, placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { scrolled, scrolledPane } from '../detail-parts.ts';
import { rendered } from '../rendered.ts';
import { whyNoWrites, writesOf } from '../writable.ts';
import { readWritten, thenReadWritten, writtenPane } from '../written.ts';
import { cloudForm } from './form.ts';
import { regionRows, regionsPane } from './regions.ts';
import { chosenStream, copy, regionIds, reveal } from './secrets.ts';
import { selectedPane } from './selected.ts';
import { type CloudSlice, cloudLayout, cloudStart } from './slice.ts';
import { streamFacts, streamsPane } from './streams.ts';
import { loadValues } from './values.ts';

type Cloud = ScreenShell<CloudSlice>;

/** Cloud streams (B1, B2): the regions of the account, and what was created in this run. */
export const cloudScreen = rendered<CloudSlice>({
  initial: cloudStart,
  list: { opened: undefined, detailScroll: 0, revealed: undefined },
  lasting: ['values', 'created', 'written'],

  render(view, slice, area) {
    if (slice.opened !== undefined) {
      const name = slice.created.find((each) => each.id === slice.opened)?.name ?? '';
      const lines = streamFacts(view, slice, slice.opened, area);
      return [
        scrolledPane({
          id: 'cloud.detail',
          title: `Cloud stream ${name}`,
          stale: undefined,
          lines,
          facts: area,
          scroll: slice.detailScroll,
        }),
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

  handle(command, shell) {
    switch (command) {
      case 'time.refresh':
        loadValues(shell);
        // Everything else on the screen is asked for again as well.
        return false;
      case 'action.add':
        create(shell);
        return true;
      case 'app.copy':
        copy(shell);
        return true;
      case 'action.reveal':
        reveal(shell);
        return true;
      default:
        return shell.slice().opened === undefined
          ? handleLists(command, shell)
          : handleDetail(command, shell);
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

  enter(shell) {
    readWritten(shell);
    // Reading costs nothing, so it happens without a key; a recording has no cloud to ask.
    if (shell.services.mutations && !shell.slice().values.value) loadValues(shell);
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
});

function handleLists(command: CommandId, shell: Cloud): boolean {
  const slice = shell.slice();
  switch (command) {
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({ part: slice.part === 'regions' ? 'streams' : 'regions' });
      return true;
    case 'move.open': {
      if (slice.part === 'regions') {
        if (slice.values.value) create(shell);
        else loadValues(shell);
        return true;
      }
      const stream = chosenStream(shell);
      if (stream) shell.goTo('cloud', { opened: stream.id, detailScroll: 0, revealed: undefined });
      return true;
    }
    default:
      return moveLists(command, shell);
  }
}

function moveLists(command: CommandId, shell: Cloud): boolean {
  const slice = shell.slice();
  const layout = cloudLayout(shell.area, slice);
  if (slice.part === 'regions') {
    const ids = regionIds(slice);
    const moved = moveList(slice.regionsAt, command, ids, regionRows(layout.regions, slice));
    if (moved) shell.set({ regionsAt: moved });
    return moved !== undefined;
  }
  const ids = slice.created.map((each) => each.id);
  const moved = moveList(slice.streamsAt, command, ids, tableRows(layout.streams));
  if (moved) shell.set({ streamsAt: moved });
  return moved !== undefined;
}

function handleDetail(command: CommandId, shell: Cloud): boolean {
  const slice = shell.slice();
  const rows = streamFacts(shell.view, slice, slice.opened ?? '', shell.area).length;
  const target = scrolled(command, slice.detailScroll, rows, shell.area);
  if (target !== undefined) shell.set({ detailScroll: target });
  return target !== undefined;
}

function create(shell: Cloud): void {
  const mutations = writesOf(shell);
  if (!mutations) return;
  const { view, services } = shell;
  const slice = shell.slice();
  if (!view.facts.hasCloud) {
    shell.notice('No cloud is configured: give --cloud-url and an API key.', 'warn');
    return;
  }
  const values = slice.values.value;
  if (!values) {
    loadValues(shell);
    shell.notice('Asking for regions and time zones first: press a again once they are here.');
    return;
  }
  if (regionIds(slice).length === 0) {
    shell.notice('The cloud names no region, so no stream can be created: r asks again.', 'warn');
    return;
  }
  const cluster = view.state.name;
  const done = (input: CloudStreamInput, outcome: Outcome<CloudStream>) => {
    if (outcome.kind === 'ok') remember(shell, cluster, input, outcome.value);
    else if (outcome.kind === 'unknown') remember(shell, cluster, input, undefined);
  };
  const ids = regionIds(slice);
  const regionId = ids[placeList(slice.regionsAt, ids, ids.length).index];
  const form = cloudForm({ mutations, values, regionId, clock: services.clock, done });
  shell.open(formDialog(thenReadWritten(form, shell), view));
}

/** The newest first, and selected: its credentials are what one wants next. */
function remember(
  shell: Cloud,
  cluster: string,
  { name, regionId }: CloudStreamInput,
  stream: CloudStream | undefined,
): void {
  const { created } = shell.slice();
  const at = shell.services.clock.now();
  const id = String(created.length + 1);
  shell.set({
    created: [{ id, at, name, regionId, cluster, stream }, ...created],
    part: 'streams',
    streamsAt: { selectedId: id, index: 0, scroll: 0 },
  });
}
