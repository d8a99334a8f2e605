import { count, DASH, limit, percent, rate, share } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import type { Amount } from '../../../cluster/figures.ts';
import type { LimitedMeasure } from '../../../protocol/dashboard.ts';
import type { Subject } from '../../../triage/problem.ts';
import { limitedTitles } from '../../../views/formats/limited-titles.ts';
import { levelsOf, limitFigure, loadTone } from '../../../views/formats/tones.ts';
import { dashboardGroups } from '../../../views/overview/dashboard-figures.ts';
import { groupRows } from '../../../views/overview/overview.ts';
import type { TitledSeries } from '../../../views/plots/series.ts';
import { ofCapWords } from '../../../views/servers/detail.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import { problemFacts } from '../../detail/detail-facts.ts';
import { type DetailModel, fact, splitDetail } from '../../detail/detail-panes.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** In the order in which they are left out, the last one first. */
const CHARTED: readonly LimitedMeasure[] = ['viewers', 'out', 'in', 'streams'];

/** The sums of a group of servers, and its figures over time. */
export function groupDetail(view: View, row: ServerRow, rect: Rect): DetailModel {
  const series = seriesOf(view, row.label);
  const { facts, charts, drawn } = splitDetail(rect, series.length);
  const about = (subject: Subject) => subject.kind === 'group' && subject.name === row.label;
  return {
    id: 'servers.group',
    title: `Group ${row.label}`,
    stale: staleServers(view),
    lines: [...problemFacts(view, about), ...factsOf(view, row, facts)],
    facts,
    scroll: undefined,
    charts: { rect: charts, series: series.slice(0, drawn), about },
  };
}

/** The figures of the dashboard over time, as far as it has them for the group. */
function seriesOf({ state, display }: View, group: string): readonly TitledSeries[] {
  const loads = dashboardGroups(state).find(({ name }) => name === group)?.loads;
  return CHARTED.flatMap((measure): TitledSeries[] => {
    const key = `group/${group}/${measure}`;
    if (!state.history.has(key)) return [];
    const isTraffic = measure === 'in' || measure === 'out';
    return [
      {
        key,
        title: limitedTitles[measure],
        tone: isTraffic ? measure : 'plain',
        format: isTraffic ? (value) => rate(value, display.units) : count,
        limit: loads?.[measure]?.limit,
      },
    ];
  });
}

function factsOf(view: View, row: ServerRow, rect: Rect): readonly Line[] {
  const { label, servers } = row;
  const cpu = levelsOf('cpu', view.triage.thresholds);
  const use = (share: number | undefined) => (share === undefined ? DASH : percent(share * 100));
  const amount = (carried: Amount, format: (value: number | undefined) => string): Line => [
    { text: format(carried.used), tone: 'bold' },
    { text: ofCapWords(carried, format), tone: 'dim' },
  ];
  const traffic = (value: number | undefined) => rate(value, view.display.units);
  return [
    fact('Servers', [
      { text: `${count(servers?.here)} here`, tone: 'bold' },
      ...(servers?.gone ? [{ text: `, ${servers.gone} GONE`, tone: 'crit' as const }] : []),
    ]),
    fact('CPU', [
      { text: `${use(row.cpu)} mean`, tone: loadTone(row.cpu, cpu) },
      { text: `, max ${use(row.cpuMax)}`, tone: loadTone(row.cpuMax, cpu) },
    ]),
    fact('Memory', `${use(row.mem)} mean`),
    fact('In', amount(row.in, traffic)),
    fact('Out', amount(row.out, traffic)),
    fact('Viewers', amount(row.viewers, count)),
    fact('Streams', amount(row.streams, count)),
    [],
    ...wrapText('As the dashboard counts them:', rect.width - 4, 'dim'),
    ...groupFacts(view, label),
  ];
}

/**
 * Value and limit of each measure from the dashboard, which may differ from the sum of the servers' own figures.
 */
function groupFacts({ state, display, triage }: View, group: string): Line[] {
  const loads = dashboardGroups(state).find(({ name }) => name === group)?.loads;
  const traffic = (value: number | null | undefined) => rate(value, display.units);
  const row = (label: string, measure: LimitedMeasure, format: typeof traffic = count) => {
    const load = loads?.[measure];
    return fact(label, [
      {
        text: format(load?.value),
        tone: loadTone(share(load?.value, load?.limit), levelsOf(limitFigure(measure), triage.thresholds)),
      },
      { text: ` of ${limit(load?.limit, format)}`, tone: 'dim' },
    ]);
  };
  return [
    row('Viewers', 'viewers'),
    row('Streams', 'streams'),
    row('In', 'in', traffic),
    row('Out', 'out', traffic),
    row('Transcoding', 'transcode'),
    ...groupRows(state)
      .filter((role) => role.group === group)
      .map(({ role, present, limit: most, tone }) =>
        fact(`${role} apps`, [
          { text: count(present), tone },
          { text: ` of ${limit(most)}`, tone: 'dim' },
        ]),
      ),
  ];
}
