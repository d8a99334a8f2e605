import type { CommandId } from '../../../actions/commands.ts';
import type { OwnObject } from '../../../actions/own-commands.ts';
import { count, counted, percent } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { textWidth } from '../../../base/width.ts';
import { listedCounts } from '../../../cluster/copies.ts';
import { measuredScore } from '../../../cluster/figures.ts';
import { findStream } from '../../../cluster/find-listed.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { hasOwnId, type Stream } from '../../../protocol/stream.ts';
import { type ItemRow, rateScale } from '../../../views/lists/cells.ts';
import { screenColumns } from '../../../views/lists/column.ts';
import { countedBy } from '../../../views/lists/filter.ts';
import { scopeNote } from '../../../views/lists/paged-list.ts';
import { streamColumns, streamOrder } from '../../../views/streams/columns.ts';
import { knownStreams, namedApplication, streamFilter } from '../../../views/streams/streams.ts';
import type { ListPanes } from '../../list-screen/list-screen.ts';
import { type PagedModel, PagedScreen, type PartRects } from '../../list-screen/paged-screen.ts';
import { idsInSight, type ShownList } from '../../list-screen/shown-list.ts';
import { handleDetail } from '../../list-screen/watch-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { ScreenInterest } from '../../services.ts';
import type { ScreenShell } from '../../shell.ts';
import type { Pane, View } from '../../view.ts';
import { goToTarget } from '../places.ts';
import { streamDetail } from './detail.ts';
import { handleSessions, type SessionsList, sessionsList, sessionsOptions } from './sessions.ts';
import { type StreamsPart, type StreamsSlice, streamsStart } from './slice.ts';
import { viewerDetail, viewerNamed, viewerSummary } from './viewer.ts';
import { shownUnhealthy, streamsLayout, type WorstList, worstOptions } from './worst.ts';

type OtherLists = { readonly worst?: WorstList; readonly sessions?: SessionsList };

type Model = PagedModel<Stream, StreamsSlice, OtherLists>;
type Shell = ScreenShell<StreamsSlice, Model>;

class Streams extends PagedScreen<Stream, StreamsSlice, OtherLists> {
  readonly noun = { one: 'stream', identity: 'id', screen: 'streams' } as const;
  readonly looked = 'watchedStreams';
  readonly title = 'Streams';
  readonly initial = streamsStart;
  readonly hint = 'Stream key, app:NAME, state:WORD, viewers>500, !test';
  readonly positions = { all: 'all', worst: 'worst', watched: 'watch', sessions: 'session' } as const;
  readonly columns = streamColumns;
  readonly asked = streamFilter;
  readonly words = {
    gone: 'the selected stream is not in the list',
    howToWatch: ':lookup finds streams by id',
    empty: (slice: StreamsSlice) => {
      if (!streamFilter.isSet(slice)) return 'The server lists no streams.';
      // The server decides under which application it lists a stream: often the one that ingests it.
      const hint =
        slice.application === undefined
          ? ''
          : ' Streams may be listed under the application that ingests them.';
      return `No stream matches this filter. Esc clears it.${hint}`;
    },
  };
  readonly find = findStream;
  readonly compare = streamOrder;
  override readonly layout = streamsLayout;
  override readonly sweptOrder = 'change';

  /** A viewer is shown in place of the lists. */
  override readonly list = { opened: undefined, viewer: undefined, detailScroll: 0 };

  override model(view: View, slice: StreamsSlice, area: Rect): Model {
    const { viewer, detailScroll } = slice;
    if (viewer === undefined) return super.model(view, slice, area);
    const detail = { ...viewerDetail(view, viewer, area), scroll: detailScroll };
    return { ...this.content(view, slice, undefined), detail };
  }

  detail({ view }: Omit<Model, 'detail'>, id: string, area: Rect) {
    return streamDetail(view, id, area);
  }

  override handle(command: CommandId, shell: Shell): boolean {
    const { viewer: id } = shell.slice();
    if (id === undefined) return super.handle(command, shell);
    const { streamKey, applicationName } = viewerNamed(shell.view.state, id)?.value ?? {};
    const toStream = command === 'move.open' && streamKey != null;
    if (toStream) goToTarget({ kind: 'stream', streamKey, application: applicationName ?? undefined }, shell);
    return toStream || handleDetail(command, shell, { one: 'viewer', identity: 'id', screen: 'streams' }, id);
  }

  override object(model: Model): OwnObject | undefined {
    const { viewer: id } = model.slice;
    if (id === undefined) return super.object(model);
    const { streamKey, applicationName, remoteAddress } = viewerNamed(model.view.state, id)?.value ?? {};
    const values = { id, stream: streamKey, application: applicationName, address: remoteAddress };
    return { kind: 'viewer', values };
  }

  override interest(model: Model): Partial<ScreenInterest> {
    const { viewer } = model.slice;
    return viewer === undefined ? super.interest(model) : { viewers: [viewer] };
  }

  columnsOf(view: View, rows: readonly (ItemRow<Stream> | undefined)[], part: 'all' | 'worst' | 'watched') {
    const streams = rows.map((row) => row?.item);
    const longest = Math.max(0, ...streams.map((stream) => textWidth(stream?.streamKey ?? '')));
    const at = { view, scale: rateScale(streams), part, longest };
    return screenColumns(streamColumns, at, view.display.columns?.streams);
  }

  identity({ id }: Stream) {
    return id;
  }

  of({ streams: list, streamSweep: sweep, watchedStreams: watched }: ClusterState) {
    return { list, sweep, watched };
  }

  override others(view: View, slice: StreamsSlice, { worst, sessions }: PartRects): OtherLists {
    const unhealthy = worst ? shownUnhealthy(view, slice) : [];
    const ids = unhealthy.map(({ stream }) => stream.id);
    return {
      ...(worst && {
        worst: { ...this.foundList(view, slice, { rect: worst, ids, position: slice.worst }), unhealthy },
      }),
      ...(sessions && { sessions: sessionsList(view, slice, sessions) }),
    };
  }

  override readonly otherPanes: ListPanes<Model> = {
    worst: (model, list) => this.withColumns(model, 'worst', worstOptions(model.view, model.slice, list)),
    sessions: sessionsOptions,
  };

  override besides({ lists: { sessions } }: Model): readonly Pane[] {
    return sessions?.about ? [sessions.about] : [];
  }

  totals({ view: { state }, loaded }: Model) {
    const total = loaded?.totalItems;
    return {
      none: total === undefined ? undefined : `${count(total)} in all`,
      scope: scopeNote(listedCounts(state)?.streams, state.dashboard.value?.streamStats?.total?.value),
    };
  }

  override more({ view, slice }: Model, part: StreamsPart): (Line | undefined)[] {
    if (part === 'all') {
      const copies = streamFilter.isSet(slice) ? undefined : listedCounts(view.state)?.copies;
      return [copies ? toned(`${count(copies)} of them copies`, 'dim') : undefined];
    }
    const ended = slice.watched.filter((id) => findStream(view.state, id).endedAt !== undefined).length;
    return [ended === 0 ? [] : toned(`${ended} ended`, 'warn')];
  }

  /** A stream without an id of its own cannot be looked up. */
  override refusal(stream: Stream) {
    return hasOwnId(stream)
      ? undefined
      : 'This stream has no id, so it cannot be watched: the server finds streams by id only.';
  }

  follow(_id: string, stream: Stream | undefined, shell: Shell) {
    const application = stream?.application;
    if (application) shell.goTo('applications', { opened: application, detailScroll: 0 });
  }

  values(stream: Stream) {
    const { streamKey, application, state } = stream;
    return { id: hasOwnId(stream) ? stream.id : undefined, key: streamKey, application, state };
  }

  override ownKeys(command: CommandId, shell: Shell): boolean {
    const { sessions, worst, all } = shell.model.lists;
    const { part } = shell.slice();
    if (sessions && handleSessions(command, shell, sessions)) return true;
    if (command === 'move.nextPane' || command === 'move.previousPane') {
      shell.set({ part: part === 'all' ? 'worst' : 'all' });
      return true;
    }
    // Down on the last unhealthy stream moves to the list of all streams, if both are visible.
    const leaves = part === 'worst' && worst && all && worst.placed.index >= worst.count - 1;
    if (command !== 'move.down' || !leaves) return false;
    shell.set({ part: 'all' });
    return true;
  }

  override counted({ lists: { sessions }, loaded }: Model) {
    return sessions ? sessions.periods?.length : loaded?.totalItems;
  }

  choices({ state }: View, slice: StreamsSlice) {
    return countedBy(knownStreams(state), (stream) => stream.state).map(({ name, count }) => ({
      label: name,
      note: String(count),
      text: streamFilter.text({ ...slice, streamState: name }),
    }));
  }

  override filtered(filter: object, slice?: StreamsSlice): Partial<StreamsSlice> {
    const part = slice?.part === 'sessions' ? 'sessions' : 'all';
    return { ...filter, part, all: listStart, worst: listStart, session: listStart };
  }

  inSight(model: Model) {
    const { slice, lists } = model;
    // The visible unhealthy streams are looked up, too, so that their figures are newer than the last sweep.
    const watchedStreams = [...new Set([...slice.watched, ...sortedIds(lists.worst)])];
    // So are the visible rows of a list that comes from the sweep, which runs once a minute.
    if (lists.all && this.isSwept(slice))
      return { watchedStreams: [...watchedStreams, ...sortedIds(lists.all)] };
    const window = this.window(model);
    return { watchedStreams, ...(window && { streams: { query: this.query(slice), ...window } }) };
  }

  command(argument: string, shell: Shell) {
    shell.goTo('streams', this.filtered(namedApplication(shell.view.state, streamFilter.parse(argument))));
  }

  summary({ view, slice }: Model) {
    if (slice.viewer !== undefined) return viewerSummary(view, slice.viewer);
    const list = this.loaded(view, slice);
    const unhealthy = shownUnhealthy(view, slice).slice(0, 10);
    return [
      `${counted(list.totalItems, 'stream')}${streamFilter.isSet(slice) ? ` with the filter ${streamFilter.text(slice)}` : ''}.`,
      ...unhealthy.map(
        ({ stream, atRisk }) =>
          `Unhealthy: ${stream.streamKey}, health ${percent(measuredScore(stream))}, ${counted(atRisk, 'viewer')} at risk.`,
      ),
      ...slice.watched.map((id) => {
        const { item, endedAt } = findStream(view.state, id);
        return `Watched: ${item?.streamKey ?? id}, ${endedAt === undefined ? (item?.state ?? 'being looked up') : 'ended'}.`;
      }),
    ];
  }
}

export const streamsScreen = new Streams();

/** Ids of the visible rows, sorted, so that a change of the list's order causes no new request. */
function sortedIds(list: ShownList | undefined): string[] {
  return list
    ? idsInSight(list)
        .filter((id) => id !== undefined)
        .sort()
    : [];
}
