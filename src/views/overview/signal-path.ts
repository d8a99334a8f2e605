import { count, counted, percent, rate, rateShort, share } from '../../base/format.ts';
import type { Link } from '../../base/link.ts';
import { type Line, type Tone, toned } from '../../base/text.ts';
import { serverBandwidth, sumAmounts, sumKnown } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Load } from '../../protocol/dashboard.ts';
import type { HitPart } from '../../triage/facts.ts';
import { nameOf, type Problem, viewersHit } from '../../triage/problem.ts';
import { isBadGrade } from '../../triage/stream-health.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { type Levels, levelsOf, loadTone, severityLook } from '../formats/tones.ts';
import type { CellView } from '../lists/column.ts';
import { notYetKnown } from '../problems/all-clear.ts';
import { affectedWords, harmInShort } from '../problems/facts.ts';
import { knownMark, newsFirst } from '../problems/problems.ts';
import { problemTitle } from '../problems/words.ts';
import { heatTone, type ServerLoad, serverLoad, serverRole } from '../servers/load.ts';
import { healthRows } from './overview.ts';

export interface PathServer {
  readonly record: ServerRecord;
  readonly load: ServerLoad;
}

/** One stage on the path from publishers to viewers. Of alternative lines the first that fits is shown. */
export interface PathStage {
  readonly title: string;
  /** What Enter on the title opens. */
  readonly link: Link;
  /** Servers of the stage by name, including those that are gone; undefined for publishers and viewers. */
  readonly servers?: readonly PathServer[];
  /** Load of the busiest server, or the share of the transcode tasks if it is higher, 0 to 1. */
  readonly heat?: number | undefined;
  /** Which figure that is. */
  readonly cause?: ServerLoad['cause'] | 'tasks';
  readonly heatTone?: Tone | undefined;
  readonly main: readonly Line[];
  readonly figures: readonly Line[];
  /** What is wrong in the stage; empty if unknown. */
  readonly notes: readonly Line[];
  /** Traffic that leaves the stage: its tone by how close it is to its limit, and whether it is interrupted. */
  readonly flow: { readonly tone: Tone; readonly isCut: boolean };
  /** Key of the history's series that is drawn beside `main`. */
  readonly series?: string;
}

export type PathView = CellView & { readonly triage: Parameters<typeof notYetKnown>[1] };

/** Roles in the order in which a stream passes them; unknown roles come before the edges. */
const ORDER = ['origin', 'transcode', undefined, 'edge'];

/**
 * The path of the streams by role: publishers, one stage per role, viewers. A server with several roles is in one
 * stage, which is named after all of them. Arrows stand for the traffic of a role and not for known links.
 */
export function signalPath(view: PathView): readonly PathStage[] {
  const { state, triage, now } = view;
  const problems = newsFirst(triage.problems);
  const isKnown = !notYetKnown(state, triage, now);
  const fine: Line[] = isKnown ? [toned('all fine', 'dim')] : [];
  const noteOf = (notes: readonly Line[]) => (notes.length > 0 ? notes : fine);
  // Who delivers is not fine where delivery is not, though no server can be named.
  const isDelivered = !problems.some((one) => isAtEnd(one, 'delivery'));
  const servers = stagesByRole(state.servers).map(([role, records], index, all) => {
    const isLast = index === all.length - 1;
    const ownNote = isLast && !isDelivered ? (notes: readonly Line[]) => notes : noteOf;
    return serverStage(view, { role, records, isLast, problems, noteOf: ownNote });
  });
  return [publishers(view, problems, noteOf), ...servers, viewers(view, problems, noteOf)];
}

export function stageSentence({ title, servers, heat, main, figures, notes }: PathStage): string {
  // Signs are not read aloud.
  const words = (lines: readonly Line[]) =>
    (lines[0] ?? [])
      .map(({ text }) => text)
      .join('')
      .replace(/^[\u2716\u25b2\u25cf\xb7] /, '');
  const hottest = heat === undefined ? '' : `, load ${percent(heat * 100)}`;
  const what = servers ? `${counted(servers.length, 'server')}${hottest}` : words(main);
  return `${[`${title}: ${what}`, words(figures), words(notes)].filter(Boolean).join('. ')}.`;
}

function stagesByRole(records: readonly ServerRecord[]): readonly (readonly [string, ServerRecord[]])[] {
  const rank = (role: string) =>
    Math.min(...role.split('+').map((one) => (ORDER.includes(one) ? ORDER.indexOf(one) : 2)));
  const byRole = Map.groupBy(records, ({ server }) => serverRole(server));
  byRole.delete('');
  return [...byRole].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

type NoteOf = (notes: readonly Line[]) => readonly Line[];

function publishers(view: PathView, problems: readonly Problem[], noteOf: NoteOf): PathStage {
  const { state, display } = view;
  const { streamStats, incomingTraffic } = state.dashboard.value ?? {};
  const streams = streamStats?.total;
  const incoming = incomingTraffic?.total;
  // An outage that took streams with it is a problem of their publishers, too.
  const about = problems.filter(
    (one) =>
      one.subject.kind === 'stream' ||
      isAtEnd(one, 'ingest') ||
      (one.parts.includes('ingest') && (one.subject.kind === 'application' || one.hit.streams !== undefined)),
  );
  const traffic = rate(incoming?.value, display.units);
  const levels = levelsOf('limit', view.triage.thresholds);
  return {
    title: 'PUBLISHERS',
    link: { kind: 'stage', name: 'publishers' },
    main: [
      [
        { text: count(streams?.value), tone: 'bold' },
        { text: ' streams', tone: 'dim' },
      ],
      toned(count(streams?.value), 'bold'),
    ],
    figures: [[...restOfLimit(streams, count, levels), { text: ` · ${traffic}` }], toned(traffic, 'plain')],
    notes: noteOf(worseOf(gradeNotes(view, 'streams'), problemNotes(about))),
    flow: { tone: flowTone([loadTone(share(incoming?.value, incoming?.limit), levels)]), isCut: false },
  };
}

/** Of no server, such as a limit of the cluster: it is noted at the end of the path, whoever is hit. */
const isAtEnd = ({ names, parts, severity }: Problem, part: HitPart): boolean =>
  severity !== 'info' && parts.includes(part) && !names.some(({ kind }) => kind === 'server');

function viewers(view: PathView, problems: readonly Problem[], noteOf: NoteOf): PathStage {
  const total = view.state.dashboard.value?.viewersStats?.total;
  const hit = hitNotes(problems);
  const notes = hit.length > 0 ? hit : problemNotes(problems.filter((one) => isAtEnd(one, 'delivery')));
  return {
    title: 'VIEWERS',
    link: { kind: 'stage', name: 'viewers' },
    main: [toned(count(total?.value), 'bold')],
    figures: [restOfLimit(total, count, levelsOf('limit', view.triage.thresholds))],
    notes: noteOf(worseOf(gradeNotes(view, 'viewers'), notes)),
    flow: { tone: 'dim', isCut: false },
    series: 'total/viewers',
  };
}

interface ServerStage {
  readonly role: string;
  readonly records: readonly ServerRecord[];
  readonly isLast: boolean;
  readonly problems: readonly Problem[];
  readonly noteOf: NoteOf;
}

function serverStage(
  { state, display, triage }: PathView,
  { role, records, isLast, problems, noteOf }: ServerStage,
): PathStage {
  const here = records.filter(({ goneSince }) => goneSince === undefined);
  const gone = records.length - here.length;
  const out = sumAmounts(here.map(({ server }) => serverBandwidth(server, 'out')));
  const { transcodeStats, outgoingTraffic } = state.dashboard.value ?? {};
  const total = isLast ? outgoingTraffic?.total : { value: out.used, limit: out.cap };
  const tasks = transcodeStats?.total;
  const isTranscoder = role.split('+').includes('transcode') && tasks?.value != null;
  const names = new Set(records.map(({ name }) => name));
  // Streams are with their publishers.
  const about = problems.filter(
    (problem) =>
      problem.subject.kind !== 'stream' &&
      problem.names.some((named) => named.kind === 'server' && names.has(named.name)),
  );
  const lost: Line[] =
    gone === 0
      ? []
      : [toned(`✖ ${gone} of ${records.length} gone`, here.length === 0 ? 'badgeCrit' : 'crit')];
  const short = (value: number | null | undefined) => rateShort(value, display.units);
  const servers = records.map((record) => ({ record, load: serverLoad(record.server) }));
  const hottest = hottestOf(servers);
  const { thresholds } = triage;
  const hottestTone = hottest ? heatTone(hottest, thresholds) : 'dim';
  // The last stage shows the total of the cluster, the others the capacity of their servers.
  const outLevels = levelsOf(isLast ? 'limit' : 'bandwidth', thresholds);
  const taskLevels = levelsOf('transcode', thresholds);
  const taskShare = isTranscoder ? share(tasks?.value, tasks?.limit) : undefined;
  const shareOut = share(total?.value, total?.limit);
  // Transcoders at their limit are full, however idle their processors are.
  const isFull = taskShare !== undefined && taskShare > (hottest?.heat ?? -1);
  return {
    title: role.toUpperCase(),
    link: { kind: 'stage', name: role },
    servers: servers.sort((a, b) => (a.record.name < b.record.name ? -1 : 1)),
    heat: isFull ? taskShare : hottest?.heat,
    cause: isFull ? 'tasks' : hottest?.cause,
    heatTone: isFull ? loadTone(taskShare, taskLevels) : hottestTone,
    main: [],
    figures: isTranscoder
      ? [
          ofLimit(tasks, count, taskLevels, ' tasks'),
          ofLimit(tasks, count, taskLevels),
          toned(`${count(tasks?.value)}/${count(tasks?.limit)}`, loadTone(taskShare, taskLevels)),
        ]
      : [
          ofLimit(total, (value) => rate(value, display.units), outLevels),
          ofLimit(total, short, outLevels),
          toned(short(total?.value), loadTone(shareOut, outLevels)),
        ],
    // Servers that are gone explain the rest. A hot server may not be a problem yet.
    notes: noteOf(
      [lost, problemNotes(about), hotNotes(servers, thresholds)].find((notes) => notes.length > 0) ?? [],
    ),
    flow: {
      tone: flowTone([loadTone(shareOut, outLevels), loadTone(taskShare, taskLevels)]),
      isCut: here.length === 0,
    },
  };
}

/** The busiest server if it is near its limit. */
function hotNotes(servers: readonly PathServer[], thresholds: Thresholds): readonly Line[] {
  const hottest = hottestOf(servers);
  const tone = hottest && heatTone(hottest, thresholds);
  const name = servers.find(({ load }) => load === hottest)?.record.name;
  if (name === undefined || (tone !== 'crit' && tone !== 'warn')) return [];
  const link: Link = { kind: 'server', name };
  return [`${name} near its limit`, name].map((text) => [{ text, tone, link }]);
}

/** The load of the busiest server that is here; undefined where no load is known. */
export function hottestOf(servers: readonly PathServer[]): ServerLoad | undefined {
  let hottest: ServerLoad | undefined;
  for (const { record, load } of servers)
    if (record.goneSince === undefined && load.heat !== undefined && load.heat > (hottest?.heat ?? -1))
      hottest = load;
  return hottest;
}

/** The worst of several tones, for an arrow; dimmed if none is a warning. */
function flowTone(tones: readonly Tone[]): Tone {
  return (['crit', 'warn', 'bold'] as const).find((tone) => tones.includes(tone)) ?? 'dim';
}

type Format = (value: number | null | undefined) => string;

/** Such as `40.6 Gbit/s of 69.5 Gbit/s 58%`, in the tone of the share. */
function ofLimit(load: Load | null | undefined, format: Format, levels: Levels, unit = ''): Line {
  const used = share(load?.value, load?.limit);
  const tone: Tone = used === undefined ? 'plain' : loadTone(used, levels);
  return [{ text: format(load?.value), tone }, { text: ' ' }, ...restOfLimit(load, format, levels, unit)];
}

/** Such as `of 50.8k 25%`, beside the figure itself. */
function restOfLimit(load: Load | null | undefined, format: Format, levels: Levels, unit = ''): Line {
  const used = share(load?.value, load?.limit);
  if (used === undefined)
    return toned(load?.limit === null ? `${unit.trim()} no limit`.trim() : unit.trim(), 'dim');
  return [
    { text: `of ${format(load?.limit)}${unit} `, tone: 'dim' },
    { text: percent(used * 100), tone: loadTone(used, levels) },
  ];
}

function worseOf(first: readonly Line[], second: readonly Line[]): readonly Line[] {
  for (const tone of ['crit', 'warn'] as const)
    for (const notes of [first, second]) if (notes[0]?.some((one) => one.tone === tone)) return notes;
  return second.length === 0 ? first : second;
}

/** Share with bad grades, judged by the same thresholds as viewers; less than one percent is not mentioned. */
function gradeNotes({ state, triage }: PathView, of: 'streams' | 'viewers'): Line[] {
  const bad = (healthRows(state) ?? []).filter(({ label }) => isBadGrade(label)).map((row) => row[of]);
  const number = sumKnown(bad.map((part) => part.count));
  const percents = 100 * (sumKnown(bad.map((part) => part.share)) ?? 0);
  if (!number || percents < 1) return [];
  const { badShareCrit, badShareWarn } = triage.thresholds;
  let look: { readonly sign: string; readonly tone: Tone } = { sign: '·', tone: 'plain' };
  if (percents >= badShareCrit) look = severityLook.critical;
  else if (percents >= badShareWarn) look = severityLook.warning;
  const words = `${look.sign} ${count(number)} bad`;
  return [`${words} (${percent(percents)})`, words].map((text) => toned(text, look.tone));
}

/** Viewers who are affected by the worst problem: while it lasts, viewers are not fine. */
function hitNotes(problems: readonly Problem[]): Line[] {
  const worst = problems.find(({ hit, severity }) => severity !== 'info' && (viewersHit(hit) ?? 0) > 0);
  if (!worst) return [];
  const { sign, tone } = severityLook[worst.severity];
  const link: Link = { kind: 'problem', key: worst.key };
  const head = `${sign} ${knownMark(worst)}`;
  const words = [affectedWords(worst), harmInShort(worst), count(viewersHit(worst.hit))];
  return words.map((text) => [{ text: `${head}${text}`, tone, link }]);
}

function problemNotes(problems: readonly Problem[]): Line[] {
  const [worst] = problems;
  if (!worst) return [];
  const { sign, tone } = severityLook[worst.severity];
  const more = problems.length > 1 ? ` +${problems.length - 1}` : '';
  const link: Link = { kind: 'problem', key: worst.key };
  const name = `${knownMark(worst)}${nameOf(worst.subject)}`;
  const words = [
    `${sign} ${name}: ${problemTitle(worst)}${more}`,
    `${sign} ${name}${more}`,
    `${sign} ${knownMark(worst)}${counted(problems.length, 'problem')}`,
  ];
  return words.map((text) => [{ text, tone, link }]);
}
