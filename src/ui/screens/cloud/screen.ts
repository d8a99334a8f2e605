import type { CommandId } from '../../../actions/commands.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import { type Rect, toned } from '../../../base/text.ts';
import type { CloudStream, CloudStreamInput, Region } from '../../../protocol/cloud.ts';
import {
  type CreatedStream,
  isRevealed,
  partWords,
  regionName,
  regionsOf,
  secretOf,
  secretParts,
} from '../../../views/cloud/cloud.ts';
import { listScreen } from '../../list-screen/list-screen.ts';
import { rowList } from '../../list-screen/shown-list.ts';
import { handleDetail, type Noun } from '../../list-screen/watch-list.ts';
import { placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { adminFrame, openWrite, readWritten, whyNoWrites, writesOf } from '../admin.ts';
import { regionFacts, streamFacts } from './detail.ts';
import { cloudForm } from './form.ts';
import { type CloudSlice, cloudStart } from './slice.ts';
import { accountLines, type CloudLayout, type CloudModel, cloudLists } from './view.ts';

type Cloud = ScreenShell<CloudSlice, CloudModel>;

/** Borders, a header, and the text below the streams. */
const ROWS_BESIDE_STREAMS = 8;
/** Rows of the streams below the regions: at least borders, a header, some text. */
const LEAST_STREAM_ROWS = 6;
const STREAMS_SHARE = 0.3;

/** In a narrow and low window only the focused list is shown. */
function cloudLayout(area: Rect, slice: CloudSlice): CloudLayout {
  const below = Math.max(LEAST_STREAM_ROWS, Math.floor(area.height * STREAMS_SHARE));
  const beside = slice.created.length + ROWS_BESIDE_STREAMS;
  const { main, side, ...others } = adminFrame(area, slice, below, beside);
  return side ? { regions: main, streams: side, ...others } : { [slice.part]: main };
}

/** Requests the possible values (B2), one request at a time. The old values stay until the response comes. */
function loadValues(shell: Cloud): void {
  const { view, services } = shell;
  const { mutations } = services.session;
  const { values } = shell.slice();
  if (values.asking || view.held || view.facts.cloudUrl === undefined) return;
  if (!mutations) {
    shell.notice('A recording is shown: there is no cloud to ask.', 'warn');
    return;
  }
  const { name, url } = view.state;
  const asking = { ...values, asking: true };
  shell.set({ values: asking });
  mutations.cloudValues().then((outcome) => {
    const now = services.cluster.getState();
    // The user watches another cluster by now, so this response is about another cloud.
    if (now.name !== name || now.url !== url) return;
    shell.set({
      values:
        outcome.kind === 'confirmed'
          ? { value: outcome.value, updatedAt: services.clock.now(), error: undefined, asking: false }
          : { ...asking, error: outcome.message, asking: false },
    });
  });
}

function create(shell: Cloud): void {
  const mutations = writesOf(shell);
  if (!mutations) return;
  const { services } = shell;
  const { view, slice, regions } = shell.model;
  const { cloudUrl } = view.facts;
  if (cloudUrl === undefined) {
    shell.notice('No cloud is configured: give --cloud-url and an API key.', 'warn');
    return;
  }
  const values = slice.values.value;
  if (!values) {
    loadValues(shell);
    shell.notice('Asking for regions and time zones first: press a again once they are here.');
    return;
  }
  if (regions.length === 0) {
    shell.notice('The cloud names no region, so no stream can be created: r asks again.', 'warn');
    return;
  }
  const done = (input: CloudStreamInput, outcome: Outcome<CloudStream>) => {
    // Of a failure only an answer that nobody can ask for again is kept.
    if (outcome.kind === 'refused' && outcome.answer === undefined) return;
    remember(shell, cloudUrl, input, outcome);
  };
  openWrite(shell, cloudForm({ mutations, values, cloudUrl, clock: services.clock, done }));
}

/** Adds the new stream at the top and selects it: its credentials are what the user needs next. */
function remember(
  shell: Cloud,
  cloud: string,
  { name, regionId }: CloudStreamInput,
  outcome: Outcome<CloudStream>,
): void {
  const { created } = shell.slice();
  const stream = outcome.kind === 'refused' ? undefined : outcome.value;
  const doubt = outcome.kind === 'confirmed' ? undefined : outcome.message;
  const at = shell.services.clock.now();
  const id = String(created.length + 1);
  shell.set({
    created: [{ id, at, name, regionId, cloud, stream, doubt, answer: outcome.answer }, ...created],
    part: 'streams',
    streamsAt: { selectedId: id, index: 0, scroll: 0 },
  });
}

/** The stream that is open or selected; shows a message if there is none. */
function chosenStream(shell: Cloud): CreatedStream | undefined {
  const { stream } = shell.model;
  if (!stream) shell.notice('No stream was created here yet: a creates one.', 'warn');
  return stream;
}

/** Copies the address of the region, or the secrets of the stream: each press copies the next one. */
function copy(shell: Cloud): void {
  const { slice, region } = shell.model;
  if (slice.part === 'regions' && slice.opened === undefined) {
    if (!region) shell.notice('No region is selected.', 'warn');
    else if (region.url) shell.copy(region.url, `the ingest address of ${region.name}`);
    else shell.copy(String(region.id), `the id of ${region.name}; it has no address`);
    return;
  }
  const entry = chosenStream(shell);
  if (!entry) return;
  const given = secretParts.filter((part) => secretOf(entry.stream, part) !== undefined);
  const index = slice.copied?.id === entry.id ? (slice.copied.index + 1) % given.length : 0;
  const part = given[index];
  const value = part && secretOf(entry.stream, part);
  if (part === undefined && entry.answer !== undefined) {
    shell.copy(entry.answer, `the whole answer to ${entry.name}`);
    return;
  }
  if (part === undefined || value === undefined) {
    shell.notice('There is nothing to copy: no answer arrived.', 'warn');
    return;
  }
  const next = given[(index + 1) % given.length] ?? part;
  shell.set({ copied: { id: entry.id, index } });
  shell.copy(value, `the ${partWords[part]} of ${entry.name}; y again: the ${partWords[next]}`);
}

function reveal(shell: Cloud): void {
  const { revealed } = shell.slice();
  const entry = chosenStream(shell);
  if (!entry) return;
  const { now } = shell.view;
  const open = isRevealed(revealed, entry.id, now);
  shell.set({ revealed: open ? undefined : { id: entry.id, at: now } });
}

/** Removes a stream from the list, after a warning: the server does not give its response again. */
function forget(shell: Cloud): void {
  const { created, forgetting } = shell.slice();
  const entry = chosenStream(shell);
  if (!entry) return;
  if (forgetting !== entry.id) {
    shell.set({ forgetting: entry.id });
    shell.notice(
      `The answer to ${entry.name} is kept only here: x again removes it. The stream stays.`,
      'warn',
    );
    return;
  }
  const rest = created.filter(({ id }) => id !== entry.id);
  shell.set({ created: rest, forgetting: undefined, opened: undefined, revealed: undefined });
  shell.notice(`The answer to ${entry.name} is removed.`);
}

const noun: Noun = { one: 'stream', identity: 'id', screen: 'cloud' };

const actions: Partial<Record<CommandId, (shell: Cloud) => void>> = {
  'time.refresh': loadValues,
  'action.add': create,
  'app.copy': copy,
  'action.reveal': reveal,
  'action.delete': forget,
};

/** Cloud streams (B1, B2): the regions of the account, and the streams created in this session. */
export const cloudScreen = listScreen<CloudSlice, CloudModel>({
  ...cloudLists,
  initial: cloudStart,
  positions: { regions: 'regionsAt', streams: 'streamsAt' },
  list: { opened: undefined, detailScroll: 0, revealed: undefined },
  lasting: ['values', 'created', 'written'],
  unsavedAnswers: ({ created }) => created.filter(({ answer }) => answer !== undefined).length,

  model(view, slice, area) {
    const { part, created, opened } = slice;
    const regions = regionsOf(slice.values.value);
    const ids = regions.map(({ id }) => String(id));
    const { index, vanished } = placeList(slice.regionsAt, ids, 1);
    const shown = { view, slice, regions, region: vanished ? undefined : regions[index], part };
    if (opened !== undefined) {
      const stream = created.find(({ id }) => id === opened);
      const lines = stream
        ? streamFacts(view, slice, stream, area)
        : [toned('This stream is not in the list any more.', 'warn')];
      const title = `Cloud stream ${stream?.name ?? ''}`;
      const detail = { id: 'cloud.detail', title, lines, facts: area, scroll: slice.detailScroll };
      return { ...shown, layout: {}, lists: {}, stream, detail };
    }
    const layout = cloudLayout(area, slice);
    const lists = {
      ...(layout.regions && { regions: regionList(slice, regions, layout.regions) }),
      ...(layout.streams && {
        streams: rowList(created, ({ id }) => id, { rect: layout.streams, position: slice.streamsAt }),
      }),
    };
    const keys = created.map(({ id }) => id);
    const model = { ...shown, layout, lists, stream: created[placeList(slice.streamsAt, keys, 1).index] };
    return { ...model, detail: layout.detail && selectedDetail(model, layout.detail) };
  },

  keys(command, shell) {
    const { opened, part, values, forgetting } = shell.slice();
    if (command !== 'action.delete' && forgetting !== undefined) shell.set({ forgetting: undefined });
    const act = actions[command];
    act?.(shell);
    // The program refreshes everything else as well.
    if (act) return command !== 'time.refresh';
    if (opened !== undefined) return handleDetail(command, shell, noun);
    if (command === 'move.nextPane' || command === 'move.previousPane')
      shell.set({ part: part === 'regions' ? 'streams' : 'regions' });
    else if (command !== 'move.open') return false;
    else if (part === 'regions' && values.value) create(shell);
    else if (part === 'regions') loadValues(shell);
    else {
      const stream = chosenStream(shell);
      if (stream) shell.goTo('cloud', { opened: stream.id, detailScroll: 0, revealed: undefined });
    }
    return true;
  },

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
    if (shell.services.session.mutations && !shell.slice().values.value) loadValues(shell);
  },

  summary({ view, slice, regions }) {
    const { value, error } = slice.values;
    if (view.facts.cloudUrl === undefined) return ['No cloud is configured.'];
    return [
      error === undefined ? '' : `The possible values could not be read: ${error}`,
      value ? `${regions.length} regions.` : 'Regions and time zones are not read yet.',
      ...regions.map(({ id, name }) => `Region ${id}: ${name}.`),
      `${slice.created.length} streams were created in this run; the API cannot list or delete cloud streams.`,
      ...slice.created.map(({ name, stream, regionId, answer }) => {
        const why = answer === undefined ? 'it may exist, no answer arrived' : 'its answer could not be read';
        return `${name}, ${regionName(regions, regionId)}${stream ? '' : `: ${why}`}.`;
      }),
    ].filter((sentence) => sentence !== '');
  },
});

function regionList({ values, regionsAt }: CloudSlice, regions: readonly Region[], rect: Rect) {
  // Without regions the lines above them are those of an error.
  const above = accountLines(values, rect.width - 4).length;
  // Borders, header and facts.
  const height = Math.max(1, rect.height - 3 - above);
  return rowList(regions, ({ id }) => String(id), { rect, position: regionsAt, height });
}

function selectedDetail({ view, slice, part, stream, region }: Omit<CloudModel, 'detail'>, facts: Rect) {
  const detail = { id: 'cloud.selected', facts };
  if (part === 'streams' && stream) {
    const lines = streamFacts(view, slice, stream, facts);
    return { ...detail, title: `Cloud stream ${stream.name}`, lines };
  }
  return { ...detail, title: 'Region', lines: regionFacts(slice, region) };
}
