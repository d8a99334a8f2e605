import { clockTime, count, DASH, duration, limit, rateShort, share } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { type Amount, applicationsAmount } from '../../cluster/figures.ts';
import { MISSES_UNTIL_GONE } from '../../cluster/servers.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import type { Problem } from '../../triage/problem.ts';
import { type Levels, levelsOf, loadTone } from '../formats/tones.ts';
import { dimCell, trafficTitle } from '../lists/cells.ts';
import type { CellView, Column } from '../lists/column.ts';

export function serverPresence(record: ServerRecord, now: number, width: number): Line {
  const { goneSince, misses } = record;
  if (goneSince !== undefined) {
    const ago = duration(now - goneSince);
    const words = [` since ${clockTime(goneSince)} (${ago}), last known`, ` ${ago}, last known`, ` ${ago}`];
    const room = width - 'GONE'.length;
    const tail = words.find((text) => text.length <= room) ?? words.at(-1) ?? '';
    return [
      { text: 'GONE', tone: 'badgeCrit' },
      { text: tail, tone: 'crit' },
    ];
  }
  if (misses === 0) return [];
  const count = `${misses} of ${MISSES_UNTIL_GONE}`;
  const long = `missing (${count})`;
  return toned(long.length <= width ? long : `? ${count}`, 'warn');
}

/**
 * The names of up- or downlinks. The API does not specify the elements, so strings, numbers and objects are accepted; not
 * every element has a name.
 */
export function serverLinks(list: readonly unknown[] | null | undefined): readonly string[] {
  return (list ?? []).map(linkName).filter((name) => name !== undefined);
}

const NAMES = ['name', 'serverName', 'host', 'hostName', 'id'] as const;

function linkName(element: unknown): string | undefined {
  if (typeof element === 'string') return element;
  if (typeof element === 'number') return String(element);
  if (typeof element !== 'object' || element === null) return undefined;
  for (const key of NAMES) {
    const value = (element as Readonly<Record<string, unknown>>)[key];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Such as `3: edge-1, edge-2, …`, or the count only if no element has a name. */
export function serverLinkWords(list: readonly unknown[] | null | undefined): string {
  if (!list) return DASH;
  const names = serverLinks(list);
  if (names.length === 0) return String(list.length);
  const unnamed = list.length - names.length;
  return `${list.length}: ${names.join(', ')}${unnamed > 0 ? ` and ${unnamed} without a name` : ''}`;
}

/** A cap in words: `∞`, `—`, `blocked` for 0. */
export function capWords(cap: Amount['cap'], format: (value: number) => string): string {
  return cap === 0 ? 'blocked' : limit(cap, format);
}

/**
 * What follows an amount: ` of 10.0 Gbit/s`, ` of ∞`, ` of —`, ` of blocked` for 0. Empty if neither the amount nor its
 * cap is known, because one dash says it.
 */
export function ofCapWords({ used, cap }: Amount, format: (value: number) => string, of = ' of '): string {
  if (used === undefined && cap === undefined) return '';
  return `${of}${capWords(cap, format)}`;
}

/** Whether a problem is about a server: its own, its group's, one of its applications, or another that names it. */
export function isAboutServer({ name, server }: ServerRecord) {
  const applications = new Set((server.applications ?? []).map((application) => application.name));
  return ({ subject, names }: Pick<Problem, 'subject' | 'names'>): boolean => {
    if (subject.kind === 'server') return subject.name === name;
    if (subject.kind === 'group') return subject.name === server.groupName;
    if (subject.kind === 'application' && applications.has(subject.name)) return true;
    return names.some((one) => one.kind === 'server' && one.name === name);
  };
}

/** What an application does on one server: its streams and viewers of their caps, its traffic, its links. */
export function runningColumns({ display, triage }: CellView): readonly Column<ServerApplication>[] {
  const levels = levelsOf('limit', triage.thresholds);
  const amount = (key: 'streams' | 'viewers', title: string, width: number): Column<ServerApplication> => ({
    key,
    title,
    width,
    rank: key === 'viewers' ? 1 : 0,
    cell: (row) => ofCap(applicationsAmount([row], key), levels),
  });
  const traffic = (key: 'in' | 'out', rank: number): Column<ServerApplication> => ({
    key,
    title: trafficTitle(key, display.units),
    width: 9,
    align: 'right',
    rank,
    cell: ({ bandwidth }) => toned(rateShort(bandwidth?.[`${key}Bandwidth`], display.units), 'plain'),
  });
  // The number of links, then as many names as fit.
  const links = (key: 'upLinks' | 'downLinks', title: string, rank: number): Column<ServerApplication> => ({
    key,
    title,
    width: 11,
    grow: rank - 4,
    rank,
    cell: (row) => dimCell(serverLinkWords(row[key])),
  });
  return [
    amount('streams', 'Streams', 11),
    amount('viewers', 'Viewers', 13),
    traffic('in', 4),
    traffic('out', 2),
    links('upLinks', '↑ links', 5),
    links('downLinks', '↓ links', 6),
  ];
}

function ofCap(amount: Amount, levels: Levels): Line {
  const used = share(amount.used, amount.cap);
  const tone = used === undefined || amount.cap === 0 ? 'plain' : loadTone(used, levels);
  return [
    { text: count(amount.used), tone },
    { text: ofCapWords(amount, count, '/'), tone: 'dim' },
  ];
}
