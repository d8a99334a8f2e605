import { DAY_MS, HOUR_MS, parseDuration } from '../../base/durations.ts';
import {
  type HandoverPlace,
  type HandoverRow,
  handoverRows,
  handoverTitle,
} from '../../views/handover/handover.ts';
import { parseTime } from '../../views/journal/time.ts';
import { writesIn } from '../../views/settings/audit.ts';
import { openMenu } from '../dialogs/menu.ts';
import type { Shell } from '../shell.ts';
import { readThen } from './read-then.ts';

/** What is shown to somebody who has not looked before: a shift, ms. */
const SHIFT_MS = 8 * HOUR_MS;
/** More is a report, ms. */
const MOST_MS = 31 * DAY_MS;
/** A problem is known a little after it was noticed, and the frame must show it, ms. */
const SHOWN_AFTER_MS = 499;
const COLUMNS = 100;

/** Shows what happened since the user left, or since a time that was typed: `2h`, `06:00`, `2026-01-15T06:00`. */
export function showSince(shell: Shell, typed: string): void {
  const { clock, session } = shell.services;
  const { access: history, looked } = session;
  if (!history) {
    shell.notice('No history is kept, so what happened before is not known.', 'warn');
    return;
  }
  const now = clock.now();
  const from = typed === '' ? (looked?.left ?? now - SHIFT_MS) : startOf(typed, now);
  if (from === undefined || from >= now) {
    shell.notice(`‘${typed}’ is no time before now: :since 2h, :since 06:00`, 'warn');
    return;
  }
  if (now - from > MOST_MS) {
    shell.notice('That is more than 31 days: castwatch report --since says more.', 'warn');
    return;
  }
  const read = Promise.all([history.handover(from, now), shell.services.readAudit()]);
  void readThen(shell, 'What happened', read, ([handover, audit]) => {
    // Another cluster may have been opened meanwhile.
    if (shell.services.session !== session) return;
    const cluster = shell.services.cluster.getState().name;
    const writes = writesIn(audit).filter((write) => {
      const at = Date.parse(write.at);
      return write.cluster === cluster && at > from && at <= now;
    });
    show(shell, handoverTitle(handover), handoverRows(handover, writes));
  });
}

function startOf(typed: string, now: number): number | undefined {
  const span = parseDuration(typed);
  return span === undefined ? parseTime(typed, now) : now - span;
}

function show(shell: Shell, title: string, rows: readonly HandoverRow[]): void {
  if (rows.length === 0) {
    shell.notice(`${title}.`, 'ok');
    return;
  }
  shell.ui.setState({ notice: undefined });
  openMenu(shell, { title, enter: 'go there', columns: COLUMNS }, () =>
    rows.map(({ label, note, to }) => ({ label, note, chosen: false, run: () => lead(shell, to) })),
  );
}

function lead(shell: Shell, to: HandoverPlace): void {
  if (to.kind === 'audit') shell.run('app.audit');
  else if (to.kind === 'problems') shell.goToList('problems');
  else if (to.kind === 'moment') shell.seek(to.at);
  else {
    // The journal of that moment ends with the entry.
    if (to.at !== undefined) shell.seek(to.at + SHOWN_AFTER_MS);
    if (to.kind === 'problem') shell.follow({ kind: 'problem', key: to.key });
    else if (to.object === undefined) shell.goTo('journal', { filter: '' });
    else shell.follow({ kind: 'journal', object: to.object });
  }
}
