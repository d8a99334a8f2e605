import { expect, test } from 'vitest';
import { createAlertMaker } from '../../src/alerts/incident-alert.ts';
import { createChanges } from '../../src/cli/snapshot/changes.ts';
import { createProblemStore } from '../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { reportOf } from '../../src/history/report/report.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { judgeLooks } from '../../src/triage/one-shot.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { withWatched } from '../../src/triage/watched.ts';
import { openTestHistory } from '../history/rig.ts';
import { fakeServices } from '../support/fake-services.ts';
import { watchLive } from '../support/live.ts';
import { isLong } from '../support/long.ts';
import { UiDriver } from '../support/ui-driver.ts';

/** Numbers of drawn incidents: all that may be looked at, or one of several kinds. */
const incidents = isLong ? Array.from({ length: 100 }, (_, n) => n + 1) : [2, 5, 12];

const WATCHED_MS = 330_000;

/**
 * Key of the first of `own` that is among `others`: what has just begun or ended is reported later by the screens than by
 * a single reading.
 */
function firstCommon(own: readonly Problem[], others: readonly Problem[]): string | undefined {
  return own.find(({ key }) => others.some((other) => other.key === key))?.key;
}

/** Keys of the problem that each way of looking at the cluster names first, after the same polls. */
async function firstOfAll(incident: number): Promise<Readonly<Record<string, string | undefined>>> {
  const live = await watchLive('steady', incident, { incident });
  const db = await openTestHistory();
  try {
    const thresholds = mergeThresholds();
    const triage = createTriage({ thresholds });
    const stored = createProblemStore(db);
    const changesSince = createChanges({ name: 'c', url: 'http://c' });
    await live.run(WATCHED_MS, (state, now) => {
      const { problems } = triage.step(state, now);
      stored.keep(problems, now);
    });
    const [state, now, judged] = [live.store.getState(), live.clock.now(), triage.state()];
    const reader = createHistoryReader(db);
    const services = { ...fakeServices(state), clock: live.clock };
    services.show(state, judged);
    const { runtime } = new UiDriver(services, { columns: 120, rows: 40 }, 'overview');
    runtime.start();
    const linked = (id: string) => {
      const pane = runtime.panes().find((one) => one.id === id);
      return (pane?.lines.flat() ?? []).flatMap(({ link }) =>
        link?.kind === 'problem' ? [link.key] : [],
      )[0];
    };
    const [header, overview] = [linked('chrome.problem'), linked('overview.problems')];
    runtime.goTo('problems');
    runtime.draw();
    const list = runtime.panes().find(({ id }) => id === 'problems.standing')?.list?.ids[0];
    runtime.stop();
    const watchedCluster = { name: 'c', url: 'http://c', profile: 'c', runbook: undefined };
    const [alert] = createAlertMaker(watchedCluster)(judged.problems, state);
    const known = reader.problems(now - WATCHED_MS, now).filter(({ clearedAt }) => clearedAt === undefined);
    const watched = { problems: known, knowsNormal: true };
    const look = judgeLooks([{ state, at: now }], thresholds, []);
    const checked = withWatched(look, watched).problems;
    return {
      header,
      overview,
      list,
      'snapshot --watch': changesSince(judged, now)[0]?.problem.key,
      'record and export': alert?.keys[0],
      report: reportOf(reader, 'c', { from: now - WATCHED_MS, to: now }).problems.find(
        ({ clearedAt }) => clearedAt === undefined,
      )?.key,
      check: firstCommon(checked, judged.problems),
      'screens, of what check knows': firstCommon(judged.problems, checked),
    };
  } finally {
    db.close();
    await live.close();
  }
}

test.each(incidents)(
  'incident %i: every command and screen has the same first incident',
  { timeout: 120_000 },
  async (incident) => {
    const { check, 'screens, of what check knows': known, header, ...others } = await firstOfAll(incident);
    for (const [way, key] of Object.entries(others)) expect([way, key]).toEqual([way, header]);
    expect(check).toBe(known);
  },
);
