import { count } from '../../../base/format.ts';
import { mentions } from '../../../base/mentions.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { journalEvidence } from '../../../triage/evidence.ts';
import type { Problem } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { excerptLine } from '../../../views/journal/digest.ts';
import { journalLine } from '../../../views/journal/line.ts';
import { journalIndex } from '../../../views/journal/search-index.ts';
import { began, sinceWords } from '../../../views/problems/since.ts';
import { problemsOf } from '../../../views/servers/detail.ts';
import { unhealthyStreams } from '../../../views/streams/unhealthy-streams.ts';
import { panel } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import { applicationsPane } from './applications.ts';
import { chartPane } from './charts.ts';
import { factsPane } from './facts.ts';
import { serverLayout } from './layout.ts';
import type { ServersSlice } from './slice.ts';

/** Panes of the opened server, or a word that nothing is known of it. */
export function openedPanes(view: View, slice: ServersSlice, area: Rect): Pane[] {
  const record = openedRecord(view, slice);
  if (!record) {
    const text = `No server ‘${slice.opened ?? ''}’ is known here, and none vanished within the last hour. Esc leads back.`;
    return [
      pane('opened', area, panel({ title: 'Server' }, [[{ text, tone: 'warn' }]], area.width, area.height)),
    ];
  }
  const layout = openedLayout(view, record, area);
  const panes = [
    pane(
      'facts',
      layout.facts,
      factsPane(view, record, slice.pane === undefined ? 'Enter opens' : 'Esc back', layout.facts),
    ),
  ];
  if (layout.problems)
    panes.push(pane('problems', layout.problems, problemsPane(view, record, layout.problems)));
  layout.charts.forEach((rect, index) => {
    panes.push(pane(`chart${index}`, rect, chartPane(view, record, index, rect)));
  });
  panes.push(
    pane('applications', layout.applications, applicationsPane(view, slice, record, layout.applications)),
  );
  if (layout.journal)
    panes.push(pane('journal', layout.journal, journalPane(view, slice, record, layout.journal)));
  return panes;
}

/** The opened server; undefined once it is forgotten. */
export function openedRecord(view: View, slice: ServersSlice): ServerRecord | undefined {
  return view.state.servers.find((record) => record.name === slice.opened);
}

/** Where the panes of an opened server stand, by what it has to show. */
export function openedLayout(view: View, record: ServerRecord, area: Rect) {
  return serverLayout(area, {
    applications: record.server.applications?.length ?? 0,
    problems: problemLines(view, record, area.width - 4).length,
  });
}

function pane(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `servers.${id}`, rect, lines };
}

/** From this width on a problem is one row; below it its reason has rows of its own. */
const ONE_ROW_COLUMNS = 100;

/** Lines of the journal that stand with the worst problem, and streams that are named. */
const EVIDENCE_LINES = 3;
const MOST_STREAMS = 5;

/** The problems that concern the server, worst first; its worst streams; what the journal says of the worst problem. */
function problemLines(view: View, record: ServerRecord, width: number): Line[] {
  const problems = problemsOf(view.triage.problems, record);
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

/** Unhealthy streams of its applications, those with the most viewers at risk first. */
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

function headLines(view: View, problems: readonly Problem[], width: number): Line[] {
  return problems.flatMap((problem) => {
    const { key, severity, title, reason } = problem;
    const { sign, word, tone } = severityLook[severity];
    const since = view.display.times === 'absolute' ? began(problem) : sinceWords(problem, view.now);
    const head: Line = [
      { text: `${sign} ${word} `, tone },
      { text: title, tone: 'bold', link: { kind: 'problem', key } },
    ];
    const tail: Span = { text: ` since ${since}`, tone: 'dim' };
    return width >= ONE_ROW_COLUMNS
      ? [[...head, { text: ` ${reason}` }, tail]]
      : [[...head, tail], ...wrapText(reason, width)];
  });
}

function problemsPane(view: View, record: ServerRecord, rect: Rect): Line[] {
  const all = problemLines(view, record, rect.width - 4);
  const shown = all.slice(0, rect.height - 2);
  const isMore = shown.length < all.length;
  const right: Line = [{ text: isMore ? 'more on 0 Problems' : '', tone: 'dim' }];
  // The last row may end within a sentence.
  const lines = isMore ? shown.with(-1, [...(shown.at(-1) ?? []), { text: ' …', tone: 'dim' }]) : shown;
  return panel({ title: 'Problems', right, stale: staleServers(view) }, lines, rect.width, rect.height);
}

/** Positions of the journal's items that name the server. */
export function journalOf(view: View, name: string): readonly number[] {
  return journalIndex(view.state.journal, {
    key: `server ${name}`,
    test: (entries) =>
      entries.map((entry) => mentions(entry.objectName, name) || mentions(entry.message, name)),
    keepLines: false,
  });
}

function journalPane(view: View, slice: ServersSlice, record: ServerRecord, rect: Rect): Line[] {
  const { journal } = view.state;
  const positions = journalOf(view, record.name);
  const visible = rect.height - 2;
  const back = Math.min(slice.journalBack, Math.max(0, positions.length - visible));
  const end = positions.length - back;
  const lines = positions.slice(Math.max(0, end - visible), end).flatMap((position): Line[] => {
    const item = journal.items[position - journal.dropped];
    return item ? [journalLine(item, rect.width - 4)] : [];
  });
  const empty: Line = [{ text: `No entry among those loaded names ${record.name}.`, tone: 'dim' }];
  const right: Line = [{ text: `${positions.length} of ${journal.items.length} name it`, tone: 'dim' }];
  const focus = slice.pane === 'journal';
  return panel(
    { title: 'Journal', right, focus, stale: staleFor(view.state.journalResource, view.now) },
    lines.length > 0 ? lines : [empty],
    rect.width,
    rect.height,
  );
}
