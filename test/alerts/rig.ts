import type { FollowedIncident } from '../../src/alerts/follow.ts';
import type { IncidentAlert, WatchedCluster } from '../../src/alerts/incident-alert.ts';
import { createAlertMaker } from '../../src/alerts/incident-alert.ts';
import { messageJson } from '../../src/alerts/message-json.ts';
import type { MessageEvent } from '../../src/alerts/messages.ts';
import type { Way } from '../../src/alerts/post-office.ts';
import type { AlertRules } from '../../src/config/alerts.ts';
import type { StoredMessage } from '../../src/history/outbox.ts';
import type { Answer, Call, Caller } from '../../src/http/caller.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { type Sample, sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

export const cluster: WatchedCluster = {
  name: 'eu',
  profile: 'eu',
  url: 'https://eu.example.com',
  runbook: 'https://wiki.example.com/{kind}',
};

export const rules: AlertRules = {
  severity: 'warning',
  kinds: undefined,
  clusters: undefined,
  hold: 0,
  every: undefined,
  limit: 60,
};

/** The alert of one problem on a server of that name. */
export function alertFor(name = 'edge-1', changes: Sample = {}): IncidentAlert {
  const own = { key: `server-hot:${name}`, subject: { kind: 'server', name }, noticedAt: sampleNow } as const;
  return alertOf(sampleProblem({ ...own, ...changes }));
}

function alertOf(...problems: readonly Problem[]): IncidentAlert {
  const [alert] = createAlertMaker(cluster)(problems, sampleState());
  if (!alert) throw new Error('a problem makes an alert');
  return alert;
}

/** The alert of one incident with these problems, the cause first. */
export function alertOfAll(root: Problem, ...parts: readonly Problem[]): IncidentAlert {
  const incident = { root: root.key, since: root.since, severity: root.severity, times: 1 };
  return alertOf(...[root, ...parts].map((problem) => ({ ...problem, incident })));
}

export function standing(...alerts: readonly IncidentAlert[]): FollowedIncident[] {
  return alerts.map((alert) => ({ alert, returns: 0 }));
}

/** A message as it is delivered. */
export function messageOf(event: MessageEvent = 'raised', alert = alertFor()) {
  return messageJson({ event, at: sampleNow, alert }, cluster);
}

/** A receiver that keeps what it gets and answers as a test wants. */
export function fakeReceiver(answer: (call: Call) => Partial<Answer> | Error = () => ({})) {
  const calls: Call[] = [];
  const caller: Caller = {
    host: 'receiver.example.com',
    async send(call) {
      calls.push(call);
      const given = answer(call);
      if (given instanceof Error) throw given;
      return { status: 200, headers: {}, body: '', ...given };
    },
    async close() {},
  };
  return { calls, caller };
}

/** A message that waits for its first try. */
export const storedMessage = (changes: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ id: 'x', way: 'webhook', at: sampleNow, event: 'raised', summary: '', data: {} },
  ...{ tries: 0, nextAt: 0, doneAt: undefined, outcome: '', failed: false },
  ...changes,
});

/** A way to call that does this with each message. */
export const fakeWay = (deliver: Way['deliver'], close: Way['close'] = async () => {}): Way => ({
  target: 'receiver',
  deliver,
  reach: async () => ({ kind: 'sent', outcome: '' }),
  close,
});
