import { MINUTE_MS } from '../../../base/durations.ts';
import { dateTime } from '../../../base/format.ts';
import type { Problem } from '../../../triage/problem.ts';
import type { ScreenShell } from '../../shell.ts';

/** So much before its beginning and after its end belongs to a problem: causes come before, effects after. */
const AROUND_MS = 10 * MINUTE_MS;

/** Writes what happened around a problem to two new files, Markdown for a ticket and JSON. */
export async function saveReport(problem: Problem, shell: ScreenShell<object>): Promise<void> {
  const { services, view, notice } = shell;
  if (!services.history) {
    notice('No history is kept, so there is nothing to report from.', 'warn');
    return;
  }
  const now = services.clock.now();
  const from = problem.since - AROUND_MS;
  // Of the past, as far as the moment that is shown.
  const to = Math.min(now, (problem.clearedAt ?? view.now) + AROUND_MS);
  const name = `castwatch-report-${dateTime(now).replace(/[-:]/g, '').replace(' ', '-')}`;
  try {
    const { markdown, json } = await services.history.report(from, to);
    const path = await services.saveFile(`${name}.md`, markdown);
    await services.saveFile(`${name}.json`, json);
    notice(`Saved, and as .json too: ${path}`, 'ok');
  } catch (error) {
    notice(`Not saved: ${(error as Error).message}`, 'crit');
  }
}
