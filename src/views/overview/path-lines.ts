import { count, DASH, percent } from '../../base/format.ts';
import type { Line, Span } from '../../base/text.ts';
import { fit, fitLine, lineWidth } from '../../base/width.ts';
import { dataEnd } from '../../cluster/freshness.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { TREND_SPAN, trend } from '../plots/plots.ts';
import { heatSign } from '../servers/heat-cells.ts';
import { heatTone } from '../servers/load.ts';
import { hottestOf, type PathServer, type PathStage, type PathView } from './signal-path.ts';

/** Width of a stage with its arrow. In a narrower window stages in the middle are left out. */
const LEAST_COLUMNS = 11;
/** Longest arrow: short ones are easier to follow. */
const MOST_ARROW = 10;
const LEAST_ARROW = 2;
/** Blank cells between the figures of two stages. */
const GAP = 2;

/** With more groups than this the blocks of a stage share one row. */
const MOST_GROUPS = 5;
const GROUP_COLUMNS = 12;

/** Groups of the servers in the path, by name; none if they are not shown one by one. */
export function pathGroups(stages: readonly PathStage[]): readonly string[] {
  const servers = stages.flatMap((stage) => stage.servers ?? []);
  const groups = [...new Set(servers.map(({ record }) => record.server.groupName ?? ''))].sort();
  return groups.length > 1 && groups.length <= MOST_GROUPS ? groups : [];
}

/**
 * The signal path as rows: titles, blocks and arrows, figures, notes. With three rows a note replaces the figure; with
 * enough rows each group has its own row of blocks.
 */
export function pathLines(
  view: PathView,
  all: readonly PathStage[],
  { width, height }: { readonly width: number; readonly height: number },
): Line[] {
  const stages = inSight(all, width);
  const cell = Math.floor(width / stages.length);
  const row = (of: (stage: PathStage, room: number, index: number) => Line): Line =>
    stages.flatMap((stage, index) => {
      const room = index === stages.length - 1 ? width - cell * (stages.length - 1) : cell;
      return fitLine(of(stage, room, index), room);
    });
  const inRoom = (lines: readonly Line[], room: number): Line =>
    lines.find((line) => lineWidth(line) <= room - GAP) ?? fitLine(lines.at(-1) ?? [], room - 1);
  const title = ({ title: text, link, servers }: PathStage, room: number): Line => {
    const name: Line = [{ text, tone: 'dim', link }];
    const counted: Line = servers ? [...name, { text: ` ${count(servers.length)}`, tone: 'dim' }] : name;
    return inRoom([counted, name], room);
  };
  const main = (stage: PathStage, room: number, index: number) =>
    withArrow(mainLine(view, stage, room), stage, stages[index + 1], room);
  const figures = (stage: PathStage, room: number) => inRoom(stage.figures, room);
  const notes = (stage: PathStage, room: number) => inRoom(stage.notes, room);
  const either = (stage: PathStage, room: number) =>
    stage.notes.some((line) => line.some(({ tone }) => tone !== 'dim'))
      ? notes(stage, room)
      : figures(stage, room);
  if (height < 4) return [row(title), row(main), row(either)];
  const groups = pathGroups(stages);
  if (groups.length === 0 || height < 3 + groups.length)
    return [row(title), row(main), row(figures), row(notes)];
  const groupRow = (group: string, index: number) =>
    row((stage, room, at) => {
      const line = groupLine(view, stage, group, room);
      if (index === 0)
        return withArrow(stage.servers ? line : mainLine(view, stage, room), stage, stages[at + 1], room);
      return stage.servers ? line : [];
    });
  return [row(title), ...groups.map(groupRow), row(figures), row(notes)];
}

function groupLine(view: PathView, stage: PathStage, group: string, room: number): Line {
  const servers = (stage.servers ?? []).filter(({ record }) => (record.server.groupName ?? '') === group);
  const hottest = hottestOf(servers);
  const name: Span = { text: fit(group, GROUP_COLUMNS), tone: 'dim', link: { kind: 'group', name: group } };
  if (servers.length === 0)
    return [
      { ...name, tone: 'faint' },
      { text: DASH, tone: 'faint' },
    ];
  const of: PathStage = {
    ...stage,
    servers,
    heat: hottest?.heat,
    cause: hottest?.cause,
    heatTone: hottest ? heatTone(hottest, view.triage.thresholds) : 'dim',
  };
  return [name, ...mainLine(view, of, room - GROUP_COLUMNS)];
}

/** Publishers and viewers are always shown; of the stages between, as many as fit, the busiest first. */
function inSight(stages: readonly PathStage[], width: number): readonly PathStage[] {
  const room = Math.max(3, Math.floor(width / LEAST_COLUMNS));
  const between = stages.slice(1, -1);
  const kept = new Set(between.toSorted((a, b) => (b.heat ?? 2) - (a.heat ?? 2)).slice(0, room - 2));
  return stages.filter((stage, index) => index === 0 || index === stages.length - 1 || kept.has(stage));
}

function mainLine(
  view: PathView,
  { servers, main, heat, cause, heatTone: tone, series }: PathStage,
  room: number,
): Line {
  if (servers) {
    const load = heat === undefined ? '' : `${cause} ${percent(heat * 100)}`;
    const signs = blocks(servers, room - load.length - LEAST_ARROW - 3, view.triage.thresholds);
    return [...signs, { text: signs.length > 0 ? ` ${load}` : load, tone: tone ?? 'dim' }];
  }
  const [longest = [], shortest = longest] = main;
  const line = lineWidth(longest) > room - LEAST_ARROW - 2 ? shortest : longest;
  const cells = room - lineWidth(line) - TREND_SPAN.length - 2;
  if (series === undefined || cells < 4 || view.display.lowBandwidth) return line;
  const end = dataEnd(view.state.dashboard, view.now);
  const text = trend(view.state.history, series, end, cells);
  return [...line, { text: ` ${text} ${TREND_SPAN}`, tone: 'dim' }];
}

/** One block per server; without room one block for several servers, which shows the worst of them. */
function blocks(servers: readonly PathServer[], room: number, thresholds: Thresholds): Span[] {
  const places = Math.min(servers.length, room);
  if (places < 1) return [];
  const perBlock = Math.ceil(servers.length / places);
  const spread = perBlock === 1 && servers.length * 2 - 1 <= room ? ' ' : '';
  const spans: Span[] = [];
  for (let at = 0; at < servers.length; at += perBlock) {
    if (at > 0 && spread) spans.push({ text: spread });
    spans.push(worstBlock(servers.slice(at, at + perBlock), thresholds));
  }
  return spans;
}

function worstBlock(servers: readonly PathServer[], thresholds: Thresholds): Span {
  const { record, load } = servers.reduce((a, b) => (rankOf(b) > rankOf(a) ? b : a));
  const link = { kind: 'server', name: record.name } as const;
  if (record.goneSince !== undefined) return { text: '✖', tone: 'crit', link };
  if (record.misses > 0) return { text: '?', tone: 'warn', link };
  if (load.heat === undefined) return { text: '·', tone: 'dim', link };
  const tone = heatTone(load, thresholds);
  return { text: heatSign(tone), tone: tone === 'crit' || tone === 'warn' ? tone : 'ok', link };
}

function rankOf({ record, load }: PathServer): number {
  if (record.goneSince !== undefined) return 3;
  return record.misses > 0 ? 2 : (load.heat ?? -1);
}

/**
 * The arrow to the next stage, in the tone of the traffic's share of its limit. Interrupted if no server can pass
 * the traffic on.
 */
function withArrow(line: Line, { flow }: PathStage, next: PathStage | undefined, room: number): Line {
  if (!next) return line;
  const text = fitLine(line, Math.min(lineWidth(line), room - LEAST_ARROW - 2));
  const free = room - lineWidth(text) - 2;
  const length = Math.min(MOST_ARROW, free);
  const isCut = flow.isCut || next.flow.isCut;
  const shaft = '━'.repeat(Math.max(1, length - 1));
  const arrow: Span = isCut
    ? { text: `${shaft.slice(1)}✖▶`, tone: 'crit' }
    : { text: `${shaft}▶`, tone: flow.tone };
  return [...text, { text: ' '.repeat(free - length + 1) }, arrow, { text: ' ' }];
}
