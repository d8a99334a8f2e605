import { bytes, clockTime, DASH, duration } from '../../base/format.ts';
import { type Line, type Tone, toned } from '../../base/text.ts';
import { timeZoneFault, zoneWords } from '../../base/time-zone.ts';
import { type Freshness, freshnessOf } from '../../cluster/freshness.ts';
import { resources } from '../../cluster/resources.ts';
import { endpoints } from '../../protocol/endpoints.ts';
import {
  doubtWords,
  errorWords,
  sharedNameWords,
  unreachedWords,
  unreadableCount,
  unreadableWords,
} from '../../views/formats/errors.ts';
import type { HistoryAccess } from '../../views/history-access.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Services } from '../services.ts';
import type { View } from '../view.ts';

/** From this width on the longest path is not cut. A path cut in half could be mistaken for another one. */
const MIN_PATH_COLUMNS = 110;
const MAX_COLUMNS = 115;

/** How far the screen can be trusted: resources, session, clocks, history. At most `width` cells wide. */
export function trustLines(
  view: View,
  { session: { access: history } }: Pick<Services, 'session'>,
  width: number,
): Line[] {
  const room = Math.max(20, Math.min(width, MAX_COLUMNS));
  const { doubt, unreached } = view.state.journal;
  const shared = sharedNameWords(view.state);
  return [
    ...resourceLines(view, room),
    ...(shared
      ? wrapText(`▲ Names or ids ${shared}; each item is shown with a distinct name.`, room, 'warn')
      : []),
    ...(doubt ? wrapText(`⚠ Journal: ${doubtWords(doubt)}`, room, 'warn') : []),
    ...(unreached ? wrapText(`⚠ Journal: ${unreachedWords(unreached)}`, room, 'warn') : []),
    [],
    ...sessionLines(view, room),
    clockLine(view),
    ...zoneLines(view, room),
    ...historyLines(history, room),
  ];
}

const freshTones: Readonly<Record<Freshness, Tone>> = {
  fresh: 'ok',
  none: 'dim',
  stale: 'warn',
  error: 'warn',
};

function resourceLines({ state, now }: View, room: number): Line[] {
  const lines: Line[] = [];
  const addBelow = (words: string, tone: Tone) => {
    for (const row of wrapText(words, room - 2, tone)) lines.push([{ text: '  ' }, ...row]);
  };
  for (const { key, title, endpoint } of resources) {
    const resource = state[key];
    const fresh = freshnessOf(resource, now);
    const old = resource.updatedAt === undefined ? DASH : `${duration(now - resource.updatedAt)} old`;
    const every = resource.interval === undefined ? 'not polled now' : `every ${duration(resource.interval)}`;
    const took = resource.executionTime;
    const served = `served in ${took === undefined ? DASH : `${Math.round(took)} ms`}`;
    lines.push([
      { text: title.padEnd(21) },
      { text: fresh === 'none' ? 'no data ' : fresh.padEnd(8), tone: freshTones[fresh] },
      { text: old.padEnd(12) },
      { text: every.padEnd(15), tone: 'dim' },
      ...(resource.unreadable.length > 0
        ? toned(unreadableCount(resource.unreadable), 'warn')
        : toned(room >= MIN_PATH_COLUMNS ? served.padEnd(20) + endpoints[endpoint].path : served, 'dim')),
    ]);
    for (const words of unreadableWords(resource.unreadable)) addBelow(words, 'warn');
    const { error } = resource;
    if (error) addBelow(`✖ since ${clockTime(error.since)}: ${errorWords(error, now)}`, 'crit');
  }
  return lines;
}

/** Who is logged in, and how long the token is valid. */
function sessionLines({ state, now }: View, room: number): Line[] {
  const { status, message, said, answeredUser, tokenType, tokenEnds } = state.session;
  const welcome = said === undefined ? '' : ` · the server says: ${said}`;
  const left = tokenEnds === undefined ? DASH : `${duration(tokenEnds - now)} left`;
  const as = answeredUser === undefined ? '' : ` as ${answeredUser}`;
  const token = tokenType === undefined ? 'token' : `${tokenType} token`;
  return wrapText(
    `Session: ${status}${as}${message ? `, ${message}` : ''}${welcome} · ${token}: ${left}`,
    room,
  );
}

function clockLine({ state: { clockSkew } }: View): Line {
  if (clockSkew === undefined) return [{ text: `Server clock: ${DASH}` }];
  // Adding 0 turns -0 into 0; without it the text would be -0.0.
  const seconds = Math.round(clockSkew / 100) / 10 + 0;
  return [{ text: `Server clock: ${seconds.toFixed(1)} s from ours` }];
}

function zoneLines({ facts: { zoneFault = timeZoneFault(undefined) }, now }: View, width: number): Line[] {
  return zoneFault === undefined
    ? [[{ text: `Times are in ${zoneWords(now)}.` }]]
    : wrapText(`▲ ${zoneFault}`, width, 'warn');
}

/** The file of the history, and whether it is being written. */
function historyLines(history: HistoryAccess | undefined, width: number): Line[] {
  if (!history) return [toned('History: not kept.', 'dim')];
  const { path, bytes: size, writing, since, message, lost } = history.facts();
  const doing = {
    opening: 'being opened',
    writing: 'being written',
    waiting: 'written by another castwatch',
    reading: 'shared; written by another user',
    failing: `not written: ${message}`,
  }[writing];
  const tone = writing === 'failing' ? 'crit' : 'plain';
  const now = `History ${path ?? DASH}: ${bytes(size)}, since ${clockTime(since)} ${doing}`;
  return [
    ...wrapText(now, width, tone),
    ...(lost ? wrapText(`At ${clockTime(lost.at)} ${lost.message}`, width, 'warn') : []),
  ];
}
