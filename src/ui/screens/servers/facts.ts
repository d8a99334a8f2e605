import { clockTime, count, DASH, percent, rate, rateShort, rateUnit, share } from '../../../base/format.ts';
import type { Line, Rect, Span, Tone } from '../../../base/text.ts';
import { fit, fitLine, textWidth } from '../../../base/width.ts';
import { type Amount, applicationsAmount, serverBandwidth } from '../../../cluster/figures.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { type Levels, type LoadFigure, levelsOf, loadTone } from '../../../views/formats/tones.ts';
import { bar } from '../../../views/plots/plots.ts';
import { ofCapWords, serverPresence } from '../../../views/servers/detail.ts';
import { serverLoad } from '../../../views/servers/load.ts';
import { serverRoleWords } from '../../../views/servers/servers.ts';
import { panel } from '../../primitives/panel.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

interface Fact {
  readonly label: string;
  /** The value with its cap, the same shortened, and the value alone: the longest that fits is shown. */
  readonly values: readonly string[];
  readonly share: number | undefined;
  readonly levels: Levels;
}

/** Identity of the server, and its usage compared with its limits. */
export function factsPanel(view: View, record: ServerRecord, hint: string, rect: Rect): Line[] {
  const { server } = record;
  const inner = rect.width - 4;
  const gone = record.goneSince !== undefined;
  const stale = staleServers(view);
  const state: Line = stale === undefined ? serverPresence(record, view.now, inner) : [];
  const identity: Span[] = [
    { text: serverRoleWords(server) },
    ...(server.clusterManager ? [{ text: ' ★ manager', tone: 'accent' as const }] : []),
    { text: '  group ', tone: 'dim' },
    server.groupName
      ? { text: server.groupName, tone: 'accent', link: { kind: 'group', name: server.groupName } }
      : { text: DASH },
    { text: '  host ', tone: 'dim' },
    { text: server.hostName ?? DASH },
  ];
  const rows = rect.height - 2 - (state.length > 0 ? 1 : 0);
  const facts = factsOf(view, record);
  // In a small area usage comes before identity, because the name is in the border.
  const across = Math.max(1, Math.ceil(facts.length / Math.max(1, rows > 2 ? rows - 1 : rows)));
  const cell = Math.floor(inner / across);
  const lines: Line[] = state.length > 0 ? [state] : [];
  if (rows > 2) lines.push(identity);
  for (let from = 0; from < facts.length; from += across) {
    lines.push(facts.slice(from, from + across).flatMap((fact) => factCell(fact, cell, gone)));
  }
  const right: Line = gone
    ? [{ text: `figures of ${clockTime(record.lastSeen)}`, tone: 'crit' }]
    : [{ text: hint, tone: 'dim' }];
  return panel({ title: `Server ${record.name}`, right, stale }, lines, rect.width, rect.height);
}

function factsOf(view: View, { server }: ServerRecord): Fact[] {
  const load = serverLoad(server);
  const { units } = view.display;
  const levels = (figure: LoadFigure) => levelsOf(figure, view.triage.thresholds);
  const applications = server.applications ?? [];
  // It carries no streams, so there is nothing to miss.
  const isManagerOnly = server.clusterManager === true && applications.length === 0;
  const use = (label: string, key: 'cpu' | 'mem'): Fact => ({
    label,
    values: [percentWords(load[key])],
    share: load[key],
    levels: levels(key),
  });
  const traffic = (label: string, carried: Amount): Fact => {
    const { used, cap } = carried;
    const long = (value: number | undefined) => rate(value, units);
    const short = (value: number | undefined) => rateShort(value, units);
    const values = [
      `${long(used)}${ofCapWords(carried, long)}`,
      `${short(used)}${ofCapWords(carried, short, '/')} ${rateUnit(units)}`,
      short(used),
    ];
    return { label, values, share: share(used, cap), levels: levels('bandwidth') };
  };
  const amount = (label: string, counts: Amount): Fact => ({
    label,
    values: [`${count(counts.used)}${ofCapWords(counts, count)}`, count(counts.used)],
    share: share(counts.used, counts.cap),
    levels: levels('limit'),
  });
  return [
    // By default the server measures only its own process.
    { ...use('CPU', 'cpu'), values: cpuWords(load.cpu) },
    use('Mem', 'mem'),
    traffic('In', serverBandwidth(server, 'in')),
    traffic('Out', serverBandwidth(server, 'out')),
    ...(isManagerOnly
      ? []
      : [
          amount('Viewers', applicationsAmount(applications, 'viewers')),
          amount('Streams', applicationsAmount(applications, 'streams')),
        ]),
  ];
}

function percentWords(share: number | undefined): string {
  return share === undefined ? DASH : percent(share * 100);
}

function cpuWords(share: number | undefined): readonly string[] {
  if (share === undefined) return [DASH];
  const used = percent(share * 100);
  return [`${used} of the server process`, `${used} of the process`, used];
}

/** Label, value and bar in exactly `width` cells; the bars of a column are aligned. */
function factCell(fact: Fact, width: number, gone: boolean): Line {
  const tone = gone ? 'dim' : shareTone(fact);
  const label = width >= 24 ? 8 : textWidth(fact.label) + 1;
  const room = valueRoom(width, label);
  const value = fact.values.find((text) => textWidth(text) <= room) ?? fact.values.at(-1) ?? DASH;
  const spans: Span[] = [
    { text: fit(fact.label, label), tone: 'dim' },
    { text: fit(value, room), tone },
  ];
  const free = width - label - room - 2;
  if (free >= 4) spans.push({ text: ' ' }, ...bar(fact.share, Math.min(free, 24), tone));
  return fitLine(spans, width);
}

function shareTone({ share, levels }: Fact): Tone {
  return share === undefined ? 'plain' : loadTone(share, levels);
}

/** Width of a value beside its label, in cells. */
function valueRoom(width: number, label: number): number {
  if (width >= 54) return 28;
  return width >= 36 ? 19 : width - label - 1;
}
