import { expect } from 'vitest';
import { emptyResource } from '../../../src/cluster/resource.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bench, cluster, journal, raised, START, stream, swept } from '../support.ts';
import type { Change, Family } from './family.ts';

/** Rules about the data itself and the login. */
export const data: Family = {
  rows: {
    'mock-up topology': {
      good: (now) => ({ ...cluster([])(now, 0), topology: mockup(false, now) }),
      bad: (now) => ({ ...cluster([])(now, 0), topology: mockup(true, now) }),
      within: [t.managerFor, t.managerFor],
      raises: 'warning topology-doubt:cluster',
      reason: /mockupEnabled/,
    },
    'login refused': {
      good: () => ({ session: session('ok') }),
      bad: () => ({ session: session('refused') }),
      within: [t.loginFor, 0],
      raises: 'critical session:login',
      reason: /refused the login as ops: username or password is incorrect/,
    },
  },
  stories: {
    'totals: totals that disagree are reported with their scopes'() {
      const b = bench();
      const change: Change = (now, step) => ({
        ...cluster([], { streamStats: { total: { value: 200, limit: null } } })(now, step),
        ...swept([stream()], 100)(now, step),
      });
      const verdict = b.during(300_000, 60_000, change);
      expect(raised(verdict)).toEqual(['info totals:streams']);
      expect(sentenceOf(verdict.problems[0])).toMatch(
        /the dashboard counts 200 streams, the stream list 100: they differ by 50% \(the list may cover only/,
      );
    },
    'stale: a stale resource is one problem, and so is a silent server'() {
      const b = bench();
      const error = { code: 'TIMEOUT', message: 'no answer within 10 s', since: START };
      const all: Change = (now, step) => ({ ...cluster([])(now, step), ...journal([])(now) });
      b.during(20_000, 2_000, all);
      b.during(16_000, 2_000, (now) => ({
        ...journal([])(now),
        dashboard: { ...b.state().dashboard, error },
      }));
      expect(raised(b.triage.state())).toEqual(['warning stale:dashboard']);
      expect(sentenceOf(b.triage.state().problems[0])).toMatch(/dashboard is stale: no answer within 10 s/);
      b.during(10_000, 2_000, all);
      expect(raised(b.triage.state())).toEqual([]);
      expect(raised(b.during(16_000, 2_000))).toEqual(['warning stale:all']);
      expect(raised(b.during(60_000, 2_000))).toEqual(['critical stale:all']);
    },
  },
};

const mockup = (mockupEnabled: boolean, now: number): ClusterState['topology'] => {
  const value = { topology: [], mockupEnabled };
  return { ...emptyResource(), value, updatedAt: now - 1, generatedAt: now, interval: 10_000 };
};

function session(status: ClusterState['session']['status']): ClusterState['session'] {
  return { status, username: 'ops', message: 'username or password is incorrect' };
}
