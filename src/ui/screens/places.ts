import type { ScreenName } from '../../actions/screen-table.ts';
import type { Target } from '../../base/link.ts';
import { findStream } from '../../cluster/find-listed.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { ProblemKind } from '../../triage/kind-facts.ts';
import type { Problem } from '../../triage/problem.ts';
import { entrySubject } from '../../views/journal/subject.ts';
import { byGroup } from '../../views/servers/list.ts';
import { streamNamed } from '../../views/streams/streams.ts';
import { listStart } from '../primitives/list.ts';
import type { ScreenShell } from '../shell.ts';
import { allApplications } from './applications/slice.ts';
import { openedServer } from './servers/slice.ts';
import { streamsOf } from './streams/slice.ts';

interface ScreenPlace {
  readonly screen: ScreenName;
  readonly patch: object;
}

const grouped = { opened: undefined, mode: 'list', sort: byGroup } as const;

function screenOfTarget(target: Target, state: ClusterState): ScreenPlace {
  switch (target.kind) {
    case 'server':
      return { screen: 'servers', patch: openedServer(target.name) };
    case 'group':
      return { screen: 'servers', patch: { ...grouped, filter: target.name } };
    case 'stage':
      return stagePlace(target.name);
    case 'application':
      return { screen: 'applications', patch: { opened: target.id ?? target.name, detailScroll: 0 } };
    case 'stream':
      return { screen: 'streams', patch: streamPatch(target, state) };
    case 'streams':
      return { screen: 'streams', patch: streamsOf({ application: target.application }) };
    case 'viewer':
      return { screen: 'streams', patch: { viewer: target.id, opened: undefined, detailScroll: 0 } };
    case 'journal':
      return { screen: 'journal', patch: { filter: `object:"${target.object.replaceAll('"', '')}"` } };
    case 'problem': {
      const standing = { ...listStart, selectedId: target.key };
      return { screen: 'problems', patch: { part: 'standing', filter: '', standing } };
    }
  }
}

/** Ingest and delivery are streams; a role's servers are a filtered list of servers. */
function stagePlace(name: string): ScreenPlace {
  if (name === 'publishers' || name === 'viewers') return { screen: 'streams', patch: streamsOf({}) };
  return { screen: 'servers', patch: { opened: undefined, mode: 'list', filter: `role:${name}` } };
}

/** A stream that is published again gets another id, so it is found by application and key. */
function streamPatch(target: Extract<Target, { kind: 'stream' }>, state: ClusterState): object {
  const { id, streamKey, application } = target;
  const known = id === undefined ? undefined : findStream(state, id);
  const isHere = known?.item !== undefined && known.endedAt === undefined;
  const named = streamKey === undefined ? undefined : streamNamed(state, streamKey, application);
  const opened = isHere ? id : (named?.id ?? (streamKey === undefined ? id : undefined));
  return opened === undefined
    ? streamsOf({ search: streamKey ?? '', application })
    : { opened, viewer: undefined, detailScroll: 0 };
}

/** Opens the screen for a target; Esc leads back. */
export function goToTarget(target: Target, shell: Pick<ScreenShell<object>, 'view' | 'goTo'>): void {
  const { screen, patch } = screenOfTarget(target, shell.view.state);
  shell.goTo(screen, patch);
}

export function goToNamed(
  entry: Pick<JournalEntry, 'objectName' | 'message'>,
  shell: Pick<ScreenShell<object>, 'view' | 'goTo' | 'notice'>,
  tip = '',
): void {
  const subject = entrySubject(shell.view.state, entry);
  if (subject) goToTarget(subject, shell);
  else shell.notice(`This line names no known object.${tip}`);
}

const SIGNAL_PATH: ScreenPlace = { screen: 'overview', patch: { pointed: 'path' } };

const journal = (patch: object): ScreenPlace => ({ screen: 'journal', patch: { filter: '', ...patch } });
const allServers: ScreenPlace = { screen: 'servers', patch: { opened: undefined, filter: '' } };
const applications: ScreenPlace = { screen: 'applications', patch: allApplications };
const worstStreams: ScreenPlace = { screen: 'streams', patch: { ...streamsOf({}), part: 'worst' } };

/** Where problems without a single object are shown, by kind; all others on the signal path. */
const places: Readonly<Partial<Record<ProblemKind, ScreenPlace>>> = {
  health: { screen: 'overview', patch: { pointed: 'health' } },
  manager: allServers,
  'server-gone': allServers,
  'server-hot': allServers,
  'edge-delivery': allServers,
  parted: allServers,
  'group-short': { screen: 'servers', patch: { ...grouped, filter: '' } },
  link: applications,
  reconnect: applications,
  streams: worstStreams,
  'stream-unhealthy': worstStreams,
  'stream-flap': worstStreams,
  'ingest-bitrate': worstStreams,
  'stream-zombie': worstStreams,
  'journal-failures': journal({ focus: 'log' }),
  'journal-storm': journal({ rates: true, focus: 'log' }),
  'journal-pattern': journal({ rates: true, focus: 'log' }),
  'slow-pattern': journal({}),
  restart: journal({}),
};

/** Opens the object of a problem, or the panel that shows it; Esc leads back to the problem. */
export function goToProblem(
  { subject, kind, folded }: Problem,
  shell: Pick<ScreenShell<object>, 'view' | 'goTo' | 'run'>,
): void {
  // Many limits are those of applications.
  const place = kind === 'limit' && folded ? applications : (places[kind] ?? SIGNAL_PATH);
  if (subject.kind === 'resource' || kind === 'stale') shell.run('app.details');
  // Streams cannot be filtered by type; the problem itself lists the streams that ended.
  else if (subject.kind === 'cluster' || subject.kind === 'stream type')
    shell.goTo(place.screen, place.patch);
  // The id of the stream changes again and again, so the list is filtered by application and key.
  else if (kind === 'stream-flap' && subject.kind === 'stream')
    shell.goTo('streams', streamsOf({ search: subject.streamKey, application: subject.application }));
  else goToTarget(subject, shell);
}
