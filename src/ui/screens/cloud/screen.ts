import type { CommandId } from '../../../actions/commands.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import type { CloudStream, CloudStreamInput } from '../../../protocol/cloud.ts';
import {
  type CreatedStream,
  isRevealed,
  partWords,
  regionName,
  secretOf,
  secretParts,
} from '../../../views/cloud/cloud.ts';
import { scrolled } from '../../detail/detail-panes.ts';
import { moveInList, type Positions, pointInLists } from '../../list-screen/shown-list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { openWrite, readWritten, whyNoWrites, writesOf } from '../admin.ts';
import { cloudForm } from './form.ts';
import { type CloudModel, cloudModel } from './model.ts';
import { type CloudSlice, cloudStart } from './slice.ts';
import { drawCloud } from './view.ts';

type Cloud = ScreenShell<CloudSlice, CloudModel>;

const positions: Positions<CloudSlice, CloudSlice['part']> = { regions: 'regionsAt', streams: 'streamsAt' };

function handleCloud(command: CommandId, shell: Cloud): boolean {
  if (command !== 'action.delete' && shell.slice().forgetting !== undefined)
    shell.set({ forgetting: undefined });
  switch (command) {
    case 'time.refresh':
      loadValues(shell);
      // Returning false lets the program refresh everything else as well.
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
    case 'action.delete':
      forget(shell);
      return true;
    default:
      return shell.model.slice.opened === undefined
        ? handleLists(command, shell)
        : scrollDetail(command, shell);
  }
}

function handleLists(command: CommandId, shell: Cloud): boolean {
  const { slice } = shell.model;
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
      return moveInList(command, shell, positions);
  }
}

function scrollDetail(command: CommandId, shell: Cloud): boolean {
  const { slice, detail } = shell.model;
  if (!detail) return false;
  const target = scrolled(command, slice.detailScroll, detail.lines.length, detail.facts);
  if (target !== undefined) shell.set({ detailScroll: target });
  return target !== undefined;
}

/** Requests the possible values (B2), one request at a time. The old values stay until the response comes. */
function loadValues(shell: Cloud): void {
  const { view, services } = shell;
  const { mutations } = services;
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

/** Shows the hidden fields of the stream, or hides them again. */
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

/** Cloud streams (B1, B2): the regions of the account, and the streams created in this session. */
export const cloudScreen: Screen<CloudSlice, CloudModel> = {
  initial: cloudStart,
  list: { opened: undefined, detailScroll: 0, revealed: undefined },
  lasting: ['values', 'created', 'written'],
  unsavedAnswers: ({ created }) => created.filter(({ answer }) => answer !== undefined).length,

  model: cloudModel,
  draw: drawCloud,
  handle: handleCloud,
  point: pointInLists(positions),

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
