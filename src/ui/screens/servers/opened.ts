import { count } from '../../../base/format.ts';
import { mentions } from '../../../base/mentions.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import type { JournalItem } from '../../../cluster/journal/log.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { journalEvidence } from '../../../triage/evidence.ts';
import type { Problem } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { excerptLine } from '../../../views/journal/digest.ts';
import { journalIndex } from '../../../views/journal/search-index.ts';
import { began, sinceWords } from '../../../views/problems/since.ts';
import { problemSentence, problemTitle } from '../../../views/problems/words.ts';
import { serverProblems } from '../../../views/servers/detail.ts';
import { unhealthyStreams } from '../../../views/streams/unhealthy-streams.ts';
import { type ShownList, shownList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { type OpenedLayout, openedLayout } from './layout.ts';
import type { ServersSlice } from './slice.ts';

/** What is shown of the opened server, or of the selected one beside the list. */
export interface OpenedServer {
  readonly record: ServerRecord;
  readonly layout: OpenedLayout;
  /** The pane with the focus; undefined beside the list, which then has it. */
  readonly focus: ServersSlice['pane'] | undefined;
  /** Lines about its problems. */
  readonly problems: readonly Line[];
  readonly applications: ShownList<ServerApplication>;
  /** Undefined if there is no room. */
  readonly journal: ServerJournal | undefined;
}

/** Journal entries that name a server. */
export interface ServerJournal {
  readonly rect: Rect;
  readonly count: number;
  /** Number of rows that fit. */
  readonly height: number;
  /** Number of entries after the visible ones, and the largest possible number. */
  readonly back: number;
  readonly mostBack: number;
  /** The visible entries, oldest first. */
  readonly items: readonly JournalItem[];
}

type Shown = Pick<OpenedServer, 'record' | 'focus'> & { readonly slice: ServersSlice };

/** Works out what is shown of a server in `area`. */
export function openedServerOf(view: View, { slice, record, focus }: Shown, area: Rect): OpenedServer {
  const problems = problemLines(view, record, area.width - 4);
  const own = record.server.applications ?? [];
  const layout = openedLayout(area, { applications: own.length, problems: problems.length });
  const applications = shownList({
    rect: layout.applications,
    ids: applicationIds(record),
    position: applicationPosition(slice, record),
    rowAt: (index) => own[index],
  });
  const journal = layout.journal && journalOf(view, record, slice, layout.journal);
  // If there is no room for the journal, it cannot have the focus.
  const taking = focus === 'journal' && !journal ? 'applications' : focus;
  return { record, layout, focus: taking, problems, applications, journal };
}

/** Identities of a server's applications, in order. Names may repeat, and ids may be missing. */
function applicationIds({ name: server, server: { applications } }: ServerRecord): string[] {
  return (applications ?? []).map(({ id, name }, index) => `${server}\n${id ?? `${name} ${index}`}`);
}

/** The selection among a server's applications; a selection on another server is ignored. */
function applicationPosition({ applications }: ServersSlice, { name }: ServerRecord) {
  return applications.selectedId?.startsWith(`${name}\n`) ? applications : listStart;
}

/** Journal lines below the worst problem, and streams that are named. */
const EVIDENCE_LINES = 3;
const MOST_STREAMS = 5;

/** The problems of the server, worst first; its worst streams; the journal's evidence for the worst problem. */
function problemLines(view: View, record: ServerRecord, width: number): Line[] {
  const problems = serverProblems(view.triage.problems, record);
  const [worst] = problems;
  if (!worst) return [];
  const { journalPatterns } = view.facts;
  const evidence = journalEvidence(view.state, worst, EVIDENCE_LINES, journalPatterns).entries;
  return [
    ...headLines(view, problems, width),
    ...streamLine(view, record),
    ...evidence.map((entry) => excerptLine(entry, width, journalPatterns)),
  ];
}

/** From this width on a problem is one row; below it the reason has rows of its own. */
const ONE_ROW_COLUMNS = 100;

function headLines(view: View, problems: readonly Problem[], width: number): Line[] {
  return problems.flatMap((problem) => {
    const { key, severity } = problem;
    const sentence = problemSentence(problem);
    const { sign, word, tone } = severityLook[severity];
    const since =
      view.display.times === 'absolute' ? `since ${began(problem)}` : sinceWords(problem, view.now);
    const head: Line = [
      { text: `${sign} ${word} `, tone },
      { text: problemTitle(problem), tone: 'bold', link: { kind: 'problem', key } },
    ];
    const tail: Span = { text: ` ${since}`, tone: 'dim' };
    return width >= ONE_ROW_COLUMNS
      ? [[...head, { text: ` ${sentence}` }, tail]]
      : [[...head, tail], ...wrapText(sentence, width)];
  });
}

/** Unhealthy streams of the server's applications, those with the most affected viewers first. */
function streamLine({ state, triage }: View, record: ServerRecord): Line[] {
  const own = new Set((record.server.applications ?? []).map(({ name }) => name));
  const sick = unhealthyStreams(state, triage).filter(({ stream }) => own.has(stream.application ?? ''));
  if (sick.length === 0) return [];
  const names = sick.slice(0, MOST_STREAMS).flatMap(({ stream, atRisk }, index): Line => {
    const { id, streamKey, application } = stream;
    return [
      { text: index > 0 ? ', ' : '' },
      {
        text: streamKey,
        tone: 'accent',
        link: { kind: 'stream', id, streamKey, application: application ?? undefined },
      },
      { text: atRisk ? ` ${count(atRisk)} viewers at risk` : '', tone: 'dim' },
    ];
  });
  const more = sick.length > MOST_STREAMS ? ` and ${count(sick.length - MOST_STREAMS)} more` : '';
  return [[{ text: 'Streams, worst first: ', tone: 'dim' }, ...names, { text: more, tone: 'dim' }]];
}

function journalOf(view: View, { name }: ServerRecord, slice: ServersSlice, rect: Rect): ServerJournal {
  const { journal } = view.state;
  const positions = journalIndex(journal, {
    key: `server ${name}`,
    test: (entries) =>
      entries.map((entry) => mentions(entry.objectName, name) || mentions(entry.message, name)),
    keepLines: false,
  });
  const height = rect.height - 2;
  const mostBack = Math.max(0, positions.length - height);
  const back = Math.min(slice.journalBack, mostBack);
  const end = positions.length - back;
  const items = positions
    .slice(Math.max(0, end - height), end)
    .flatMap((position) => journal.items[position - journal.dropped] ?? []);
  return { rect, count: positions.length, height, back, mostBack, items };
}
