import { clockTime, count, percent } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';
import { type LoadFigure, levelsOf, limitFigure, loadTone } from '../formats/tones.ts';
import type { CellView } from '../lists/column.ts';
import { totalRows } from '../overview/overview.ts';
import { bar } from '../plots/plots.ts';
import { loadFigures, serverLoad } from '../servers/load.ts';
import { affectedWords } from './facts.ts';
import { pendingSpans } from './pending.ts';
import { subjectName } from './problems.ts';
import { lasted } from './since.ts';
import { problemTitle } from './words.ts';

const NAME_COLUMNS = 26;
const PERCENT_COLUMNS = 6;
const MOST_BAR = 60;
/** Columns of the use and its limit. */
const WORDS_COLUMNS = 28;
/** Rows above the limits, without those of what is pending. */
const HEAD_ROWS = 4;
const MOST_PENDING = 4;

type CalmView = CellView & {
  readonly triage: Pick<TriageState, 'cleared' | 'since' | 'pending'>;
};

/**
 * What is shown while nothing is wrong: since when, the last problem, what is pending, and the limits that are closest,
 * as many as fit.
 */
export function calmLines(
  view: CalmView,
  { width, height }: { readonly width: number; readonly height: number },
  remark: string | undefined,
): Line[] {
  const { triage, now } = view;
  const last = triage.cleared.find(({ severity }) => severity !== 'info');
  const since = Math.max(triage.since ?? now, last?.clearedAt ?? 0);
  // A time of day instead of an age, because an age would change each second.
  const head: Line = [
    {
      text: `✔ ${remark === undefined ? 'All well' : 'No problem known'} since ${clockTime(since)}`,
      tone: 'ok',
    },
    { text: remark === undefined ? '' : ` (${remark})`, tone: 'dim' },
  ];
  const pending = pendingSpans(view, MOST_PENDING).map((span): Line => [{ text: '  ' }, span]);
  const { of, lines } = nearestLimits(view, width, Math.max(1, height - HEAD_ROWS - pending.length));
  const limits = lines.length > 0 ? [toned(`Nearest limits, of ${count(of)}`, 'title'), ...lines] : [];
  return [head, ...(last ? [lastWords(last)] : []), ...pending, [], ...limits];
}

/** The same in few rows, for a pane among others. */
export function quietLines(
  view: CalmView,
  { width, height }: { readonly width: number; readonly height: number },
): Line[] {
  const last = view.triage.cleared.find(({ severity }) => severity !== 'info');
  const news = [
    ...(last ? [lastWords(last)] : []),
    ...pendingSpans(view, height).map((span): Line => [{ text: '  ' }, span]),
  ].slice(0, height);
  // Limits change with each poll.
  const room = view.display.lowBandwidth ? 0 : height - news.length;
  const { lines } = nearestLimits(view, width - NEAREST.length, room);
  return [...news, ...lines.map((line): Line => [{ text: NEAREST, tone: 'dim' }, ...line])];
}

/** Before each of the limits that are closest. */
const NEAREST = '  Nearest limit: ';

function lastWords(problem: Problem): Line {
  const { subject, clearedAt, hit } = problem;
  const viewers = hit.viewers ? `, ${affectedWords(problem)}` : '';
  return [
    { text: '  Last: ', tone: 'dim' },
    { text: subjectName(subject) },
    {
      text: ` ${problemTitle(problem)}, for ${lasted(problem, clearedAt ?? problem.since.at)}${viewers}`,
      tone: 'dim',
    },
  ];
}

/** Limits of the cluster and of each server, those with the highest use first; and of how many. */
function nearestLimits(view: CalmView, width: number, rows: number) {
  if (rows === 0) return { of: 0, lines: [] };
  const { state, display, triage } = view;
  const toneOf = (share: number, figure: LoadFigure) => loadTone(share, levelsOf(figure, triage.thresholds));
  const totals = totalRows(state, display.units).flatMap(({ label, measure, share, value, limit }) => {
    if (share === undefined) return [];
    const tone = toneOf(share, limitFigure(measure));
    return [{ name: `Cluster ${label.toLowerCase()}`, share, tone, words: `${value} of ${limit}` }];
  });
  const servers = state.servers.flatMap(({ name, server, goneSince }) => {
    const { heat, cause } = serverLoad(server);
    if (goneSince !== undefined || heat === undefined || cause === undefined) return [];
    const tone = toneOf(heat, loadFigures[cause]);
    const link = { kind: 'server', name } as const;
    return [{ name: `${name} ${cause}`, share: heat, tone, words: '', link }];
  });
  const nearest = [...totals, ...servers].sort((a, b) => b.share - a.share).slice(0, rows);
  const room = Math.max(0, Math.min(MOST_BAR, width - NAME_COLUMNS - PERCENT_COLUMNS - 2 - WORDS_COLUMNS));
  const lines = nearest.map(
    ({ words, name, share, tone, ...rest }): Line => [
      { text: fit(name, NAME_COLUMNS), ...rest },
      ...bar(share, room, tone),
      { text: fit(percent(share * 100), PERCENT_COLUMNS, 'right'), tone },
      { text: `  ${words}`, tone: 'dim' },
    ],
  );
  return { of: totals.length + servers.length, lines };
}
