import { isOfFleet, tabKey } from '../../actions/screen-table.ts';
import { DAY_MS, MINUTE_MS } from '../../base/durations.ts';
import { clockTime, counted, dateTime, duration } from '../../base/format.ts';
import { type Line, type Rect, type Span, toned } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';
import { freshnessOf, staleFor } from '../../cluster/freshness.ts';
import { waysToRead } from '../../cluster/resources.ts';
import type { ClusterState, Resource } from '../../cluster/state.ts';
import type { TriageState } from '../../triage/engine.ts';
import { errorWords } from '../../views/formats/errors.ts';
import { severityLook } from '../../views/formats/tones.ts';
import { noProblemSpan, notYetKnown } from '../../views/problems/all-clear.ts';
import { type Blindness, blindness } from '../../views/problems/blind.ts';
import { incidentCount, incidentCounts } from '../../views/problems/counts.ts';
import { remarkWords, undecidedWords } from '../../views/problems/coverage.ts';
import { pendingIn } from '../../views/problems/pending.ts';
import { knownMark, worstProblem } from '../../views/problems/problems.ts';
import type { Held } from '../shell.ts';
import type { Pane, View } from '../view.ts';
import { fleetHeader, fleetProblemLine } from './fleet-header.ts';
import { type FooterInput, footer } from './footer.ts';
import { clockSpans, worstLine } from './shared-lines.ts';
import { innerTabs, tabs } from './tabs.ts';
import { type RailInput, railPane } from './time-line.ts';

/** Rows around the screen's body: header, tabs, problem line; footer below. */
export const CHROME_TOP_ROWS = 3;
export const CHROME_BOTTOM_ROWS = 1;
const BRAND = ' castwatch ';
/** Least width of the cluster's name: other words are dropped before the name gets shorter than this. */
const NAME_CELLS = 6;

export interface ChromeInput extends FooterInput, Pick<RailInput, 'recent'> {
  readonly held: Held | undefined;
  /** There is a row for the time line. */
  readonly hasRail: boolean;
  /** Time of day, Unix ms. `view.now` is no substitute: it stands still while the screen is held. */
  readonly liveNow: number;
}

/** The rows that every screen has above and below it. */
export function chromePanes(input: ChromeInput, window: Rect): Pane[] {
  const { width, height, y: top } = window;
  const row = (id: string, y: number, line: Line): Pane => ({
    id,
    rect: { x: 0, y: top + y, width, height: 1 },
    lines: [line],
  });
  const rail = input.hasRail ? [railPane(input, { x: 0, y: top + height - 2, width, height: 1 })] : [];
  const inner = innerTabs(input.screen, width);
  const isFleet = isOfFleet(input.screen);
  return [
    row('chrome.header', 0, isFleet ? fleetHeader(input.view, input.liveNow, width) : header(input, width)),
    row('chrome.tabs', 1, tabs(input.screen, width)),
    row('chrome.problem', 2, isFleet ? fleetProblemLine(input.view, width) : problemLine(input.view, width)),
    ...(inner ? [row('chrome.inner', CHROME_TOP_ROWS, inner)] : []),
    row('chrome.footer', height - 1, footer(input, width)),
    ...rail,
  ];
}

/** Name, kind of session, user, counts, freshness, time. In a narrow window the right end is shortened last. */
function header(input: ChromeInput, width: number): Line {
  const { view, held, liveNow } = input;
  const kinds = badges(input).flatMap((badge) => [badge, { text: ' ' }]);
  const user = view.state.session.username ?? view.facts.username;
  const clock = clockSpans(view, held ? view.now : liveNow);
  // The badges and a short name must fit. A narrow window keeps them, and names only resources that are not fresh.
  const least = lineWidth(kinds) + 1 + NAME_CELLS;
  const count = counts(view, width);
  const rights = freshnessSigns(view.state, view.now).map((signs) => [...count, ...signs, ...clock]);
  const right = rights.find((each) => lineWidth(each) + least <= width) ?? rights.at(-1) ?? clock;
  const rest = Math.max(0, width - lineWidth(right));
  const named = lineWidth(kinds) + textWidth(view.state.name);
  // One cell is kept free before the right end.
  const brand: Span[] = named + BRAND.length >= rest ? [{ text: ' ' }] : toned(BRAND, 'accent');
  const left: Span[] = [...brand, ...kinds, { text: view.state.name, tone: 'bold' }];
  const who: Span[] = user === undefined ? [] : toned(` ${user}`, 'dim');
  const full = lineWidth([...left, ...who]) + 1 <= rest ? [...left, ...who] : left;
  // The badges must stay visible: where nothing else helps, the right end is cut.
  return fitLine([...fitLine(full, Math.max(rest - 1, least - NAME_CELLS)), { text: ' ' }, ...right], width);
}

function badges({ view, held, replay, liveNow }: ChromeInput): Span[] {
  const list: Span[] = [];
  if (replay) list.push({ text: ` REPLAY ${dateTime(liveNow)} `, tone: 'demo' });
  if (view.facts.production) list.push({ text: ' PRODUCTION ', tone: 'badgeCrit' });
  if (view.facts.demo) list.push({ text: ' DEMO ', tone: 'demo' });
  if (held?.mode === 'frozen')
    list.push({ text: ` FROZEN ${duration(liveNow - held.at)} `, tone: 'badgeInfo' });
  if (held?.mode === 'past') list.push({ text: ` PAST ${pastWords(held, liveNow)} `, tone: 'badgeInfo' });
  if (view.facts.readOnly) list.push({ text: ' READ-ONLY ', tone: 'badgeOk' });
  if (view.facts.insecure) list.push({ text: ' PLAIN HTTP ', tone: 'badgeWarn' });
  return list;
}

/** The age or date of the moment shown, and the resolution where only averages are left of that time. */
function pastWords({ at, resolution }: Held, liveNow: number): string {
  const when = liveNow - at < DAY_MS ? `-${duration(liveNow - at)}` : dateTime(at).slice(0, 10);
  return resolution === undefined ? when : `${when}, figures of ${resolution / MINUTE_MS} min`;
}

/**
 * The resources that are not fresh, in three lengths, the longest first: full names, short names, a count with the
 * oldest age. Empty if everything is fresh, and while the cluster does not answer: the band says so.
 */
export function freshnessSigns(state: ClusterState, now: number): readonly Line[] {
  const all = waysToRead.flatMap((ways) => {
    const way = ways.find(({ key }) => state[key].interval !== undefined) ?? ways.at(-1);
    return way?.short === undefined ? [] : [{ name: way.name, short: way.short, resource: state[way.key] }];
  });
  if (blindness(state, now)?.since !== undefined) return [[]];
  const notFresh = all.filter(({ resource }) => freshnessOf(resource, now) !== 'fresh');
  const stale = notFresh.map(({ resource }) => resource).filter((each) => freshnessOf(each, now) !== 'none');
  const times = stale.flatMap(({ updatedAt }) => updatedAt ?? []);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  return [
    notFresh.flatMap(({ name, resource }) => signOf(name, resource, now)),
    notFresh.flatMap(({ short, resource }) => signOf(short, resource, now)),
    stale.length === 0 ? [] : staleBadge(String(stale.length), oldest, now),
  ];
}

function signOf(name: string, resource: Resource<unknown>, now: number): Line {
  if (freshnessOf(resource, now) === 'none') return toned(`${name}... `, 'dim');
  return staleBadge(name, resource.updatedAt, now);
}

function staleBadge(what: string, updatedAt: number | undefined, now: number): Line {
  const old = updatedAt === undefined ? '' : ` ${duration(now - updatedAt)}`;
  return [{ text: ` ${what} STALE${old} `, tone: 'badgeWarn' }, { text: ' ' }];
}

/** Counts with words where they fit; in a narrow window signs alone, so that the cluster's name stays readable. */
function counts(view: View, width: number): Span[] {
  const words = width >= 100;
  const { state, triage, now } = view;
  const { critical, warning, acknowledged, planned } = incidentCounts(triage.problems);
  const isFound = critical + warning > 0;
  const isUndecided = undecidedWords(state) !== undefined;
  const isJudged = state.dashboard.value !== undefined || isUndecided;
  const isOld = staleFor(state.dashboard, now) !== undefined;
  const doubt = notYetKnown(state, triage, now);
  const isUnknown = isFound ? isUndecided || isOld : isJudged && doubt?.isUnread === true;
  const warningWord = warning === 1 ? ' warning' : ' warnings';
  const spans: Span[] = [];
  if (critical > 0)
    spans.push({ text: ` ✖ ${critical}${words ? ' critical' : ''} `, tone: 'badgeCrit' }, { text: ' ' });
  // Unknown comes before warnings, because what could not be judged may be worse.
  if (isUnknown) spans.push({ text: '? unknown ', tone: 'warn' });
  if (warning > 0) spans.push({ text: `▲ ${warning}${words ? warningWord : ''} `, tone: 'warn' });
  if (acknowledged > 0)
    spans.push({ text: `✓ ${acknowledged}${words ? ' acknowledged' : ''} `, tone: 'dim' });
  if (planned > 0) spans.push({ text: `✓ ${planned}${words ? ' planned' : ''} `, tone: 'dim' });
  if (!isFound && isJudged && !doubt) {
    // A remark stands where the list below would say what was not read.
    const isHidden = triage.problems.length > 0 && remarkWords(state) !== undefined;
    spans.push({ text: isHidden ? '✔ ok of what was read ' : '✔ ok ', tone: 'ok' });
  }
  return spans;
}

/** The worst problem, one that nobody knows of first, or why nothing can be said. One line, on every screen. */
export function problemLine(view: View, width: number): Line {
  const { triage, state, now } = view;
  const blind = blindness(state, now);
  if (blind) return blindLine(blind, triage, now, width);
  const worst = worstProblem(triage.problems);
  if (!worst) return fitLine(withoutProblem(view, width), width);
  const others = incidentCount(triage.problems) - 1;
  const more =
    others > 0
      ? [` · +${others}`, ` · ${others} more`, ` · ${others} more: press ${tabKey('problems')}`]
      : [''];
  const line = worstLine(worst, { name: knownMark(worst), more }, now, width);
  return line.map((span) => ({ ...span, link: { kind: 'problem', key: worst.key } }));
}

/** From this width on the time of the next attempt stays whole beside the cause. */
const RETRY_FROM_COLUMNS = 100;

/** While the cluster does not answer: nobody knows whether the last problems still stand. */
function blindLine({ since, parts }: Blindness, triage: TriageState, now: number, width: number): Line {
  const { badge, sign } = severityLook.critical;
  const before = incidentCount(triage.problems.filter(({ kind }) => kind !== 'stale'));
  const age = since === undefined ? '' : ` for ${duration(now - since)}`;
  const asOf = since === undefined ? '' : ` · as of ${clockTime(since)}`;
  const isWide = width >= RETRY_FROM_COLUMNS;
  const below = `${isWide ? parts.retry : ''}${asOf}`;
  const reason = isWide ? parts.cause : `${parts.cause}${parts.retry}`;
  const known = before > 0 ? [`${counted(before, 'incident')} known before`] : [];
  const rest = [...known, '! says more', 'r tries now', '[ goes back in time'];
  // The cause is cut first: how old everything below is, and when it is tried again, must be seen.
  const head = ` ${sign} NO ANSWER${age} · `;
  const room = Math.max(0, width - textWidth(head) - textWidth(below) - 1);
  let text = `${head}${fit(reason, Math.min(room, textWidth(reason)))}${below}`;
  for (const part of rest) if (textWidth(`${text} · ${part}`) < width) text += ` · ${part}`;
  // One band across the screen replaces the age in each title.
  return [{ text: fit(text, width), tone: badge, link: { kind: 'command', id: 'app.details' } }];
}

/** Says that all is well, or why that is not known, and what is pending. */
function withoutProblem(view: View, width: number): Line {
  const { state, triage, now } = view;
  const error = state.dashboard.error ?? state.topology.error;
  if (error) return toned(` ✖ ${errorWords(error, now)}`, 'crit');
  if (state.dashboard.value === undefined) return toned(' ○ waiting for the first answer', 'dim');
  const remark = notYetKnown(state, triage, now) ? undefined : remarkWords(state);
  const known: Line = [
    { text: ' ' },
    noProblemSpan(state, triage, now),
    ...(remark === undefined ? [] : toned(` · ${remark}`, 'dim')),
  ];
  const pending = pendingIn(view, width - lineWidth(known) - 3);
  return pending ? [...known, { text: ' · ', tone: 'dim' }, pending] : known;
}
