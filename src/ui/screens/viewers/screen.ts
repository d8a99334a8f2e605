import type { CommandId } from '../../../actions/commands.ts';
import { percent } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { measuredScore } from '../../../cluster/figures.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import type { Viewer } from '../../../protocol/viewer.ts';
import { addIds, splitIds } from '../../../views/lists/id-list.ts';
import { viewerColumns } from '../../../views/viewers/columns.ts';
import { viewerFilter, viewerLists } from '../../../views/viewers/lists.ts';
import { kindLook, MOST_VIEWERS, type ViewerShow } from '../../../views/viewers/viewers.ts';
import { detailPanes } from '../../detail/detail-panes.ts';
import { ListScreen } from '../../list-screen/list-screen.ts';
import { rowList } from '../../list-screen/shown-list.ts';
import { withChosen } from '../../list-screen/watch-list.ts';
import { listStart } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { ScreenShell } from '../../shell.ts';
import type { View } from '../../view.ts';
import { streamsOf } from '../streams/slice.ts';
import { viewerDetail } from './detail.ts';
import { type ViewersModel, type ViewersSlice, viewersLayout, viewersStart } from './model.ts';
import { viewersPanes } from './view.ts';

type Viewers = ScreenShell<ViewersSlice, ViewersModel>;

function addViewers(shell: Viewers, text: string): void {
  const ids = splitIds(text);
  if (ids.length === 0) return;
  const added = addIds(shell.slice().ids, ids, MOST_VIEWERS, 'viewer');
  shell.set({ ids: added.ids });
  shell.notice(added.message, added.full ? 'warn' : 'info');
}

/** Removes the id from this list only; the session on the server goes on. */
function remove(shell: Viewers, id: string): void {
  const { ids, foundAt, missingAt } = shell.slice();
  const left = { ids: ids.filter((each) => each !== id) };
  const next = { ...foundAt, selectedId: undefined };
  shell.set({ ...left, foundAt: next, missingAt: { ...missingAt, selectedId: undefined } });
  shell.notice(`${id} is no longer followed here; its session goes on.`);
}

const shows: readonly ViewerShow[] = ['all', 'people', 'machines'];

class ViewersScreen extends ListScreen<Viewer, ViewersSlice, ViewersModel> {
  readonly noun = { one: 'viewer', identity: 'id', screen: 'viewers' } as const;
  readonly initial = viewersStart;
  readonly positions = { found: 'foundAt', missing: 'missingAt' } as const;
  readonly lasting = ['ids'] as const;
  readonly filter = {
    hint: 'Id, stream, application, address, device, health<60, !test',
    check: (text: string) => viewerFilter(text).problem,
    count: ({ found }: ViewersModel) => found.found.length,
    read: ({ search }: ViewersSlice) => search,
    write: (search: string) => ({ search }),
  };
  readonly order = {
    columns: viewerColumns,
    read: ({ sort }: ViewersSlice) => sort,
    write: (sort: ViewersSlice['sort']) => ({ sort }),
  };
  readonly views = {
    names: shows,
    read: ({ show }: ViewersSlice) => show,
    write: (name: string) =>
      ({ show: shows.find((show) => show === name) ?? 'all', part: 'found', foundAt: listStart }) as const,
  };
  readonly detail = viewerDetail;
  readonly detailPanes = detailPanes;
  readonly listPanes = viewersPanes;

  find({ viewers }: ClusterState, id: string) {
    const entry = viewers.value?.find((each) => each.id === id);
    return { item: entry?.value, endedAt: entry?.endedAt };
  }

  content(view: View, slice: ViewersSlice, rect: Rect | undefined) {
    const found = viewerLists(view.state, slice);
    // An empty list of missing ids is not shown, so it cannot have the focus.
    const part = found.missing.length === 0 ? 'found' : slice.part;
    if (!rect || slice.ids.length === 0) return { found, part, lists: {} } as const;
    const layout = viewersLayout(rect, part, found.missing.length);
    const list = <Row extends { readonly id: string }>(rows: readonly Row[], of: ViewersSlice['part']) => {
      const at = layout[of];
      return at && { [of]: rowList(rows, ({ id }) => id, { rect: at, position: slice[`${of}At`] }) };
    };
    const lists = { ...list(found.found, 'found'), ...list(found.missing, 'missing') };
    return { found, part, lists } as const;
  }

  detailKeys(command: CommandId, shell: Viewers, id: string): boolean {
    if (command === 'action.delete') {
      remove(shell, id);
      shell.back();
    } else if (command === 'move.open') {
      const key = this.find(shell.view.state, id).item?.streamKey;
      if (key) shell.goTo('streams', streamsOf({ search: key }));
    } else return false;
    return true;
  }

  keys(command: CommandId, shell: Viewers): boolean {
    switch (command) {
      case 'action.add':
      case 'action.lookup':
        shell.open({
          kind: 'prompt',
          label: 'Viewer ids',
          field: textField(),
          submit: (text) => addViewers(shell, text),
        });
        return true;
      case 'action.delete':
        withChosen(shell, this.noun, (id) => remove(shell, id));
        return true;
      case 'list.watch':
        shell.notice('Every viewer here is followed; x removes the selected one from the list.');
        return true;
      case 'move.nextPane':
      case 'move.previousPane':
        shell.set({ part: shell.slice().part === 'found' ? 'missing' : 'found' });
        return true;
      default:
        return false;
    }
  }

  values(viewer: Viewer | undefined, id: string) {
    const { streamKey, applicationName, remoteAddress } = viewer ?? {};
    return { id, stream: streamKey, application: applicationName, address: remoteAddress };
  }

  follows({ ids }: ViewersSlice) {
    return { viewers: ids };
  }

  command(argument: string, shell: Viewers) {
    addViewers(shell, argument);
  }

  idle({ slice }: ViewersModel): readonly CommandId[] {
    return slice.ids.length > 0
      ? ['list.watch']
      : ['list.watch', 'list.view', 'move.open', 'action.delete', 'table.sort', 'list.filter'];
  }

  paste(text: string, shell: Viewers) {
    addViewers(shell, text);
  }

  summary({ slice, found: { found, missing } }: ViewersModel) {
    return [
      `${slice.ids.length} viewers are followed, ${missing.length} of them not found.`,
      ...found.map(({ id, viewer, kind, endedAt }) => {
        const health = percent(measuredScore(viewer));
        const end = endedAt === undefined ? '' : ' The session has ended.';
        return `${id}: ${kindLook[kind].word}, stream ${viewer.streamKey ?? 'not known'}, health ${health}.${end}`;
      }),
      ...missing.map(({ id, since }) => `${id}: ${since === undefined ? 'being looked up' : 'not found'}.`),
    ];
  }
}

export const viewersScreen = new ViewersScreen();
