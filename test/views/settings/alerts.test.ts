import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../src/history/outbox.ts';
import { alertLines } from '../../../src/views/settings/alerts.ts';
import { textOf } from '../../support/drawn-table.ts';

const now = Date.UTC(2026, 0, 15, 12);
const summary = 'CRITICAL eu: Server gone: edge-1';
const raised = { id: 'x', way: 'webhook', at: now - 60_000, event: 'raised', summary, data: null } as const;
const sent = { tries: 1, nextAt: 0, doneAt: now, outcome: 'answered 200', failed: false };
const message: StoredMessage = { ...raised, ...sent };

const nothing = { members: [], silences: undefined, untold: [], messages: [] };
function linesOf(facts: Partial<Parameters<typeof alertLines>[0]>): string[] {
  return alertLines({ ...nothing, ...facts }, now).map(textOf);
}

const waiting = { doneAt: undefined, nextAt: now + 20_000 };
test.each([
  [{}, /✔ webhook {2}CRITICAL eu: Server gone: edge-1 {2}answered 200/],
  [{ failed: true, outcome: 'answered 404' }, /✖ .*given up: answered 404/],
  [{ doneAt: undefined, tries: 0 }, /… .*waits/],
  [{ ...waiting, tries: 3, outcome: 'answered 503' }, /▲ .*3 tries, again in 20s: answered 503/],
])('a message says what became of it: %o', (changes, words) => {
  expect(linesOf({ messages: [{ ...message, ...changes }] })[0]).toMatch(words);
});

test('a member that fails is named with its reason', () => {
  const members = [
    { host: 'am-1:9093', sentAt: now - 30_000, error: undefined },
    { host: 'am-2:9093', sentAt: undefined, error: 'refuses connections' },
  ];
  const silences = { readAt: now - 10_000, error: undefined };
  expect(linesOf({ members, silences }).slice(0, 3)).toEqual([
    '✔ Alertmanager am-1:9093  sent 30s ago',
    '✖ Alertmanager am-2:9093  nothing sent yet  refuses connections',
    '✔ Silences  read 10s ago',
  ]);
});

test.each([
  [undefined, 'The list of messages is in the history, which is not open.'],
  [[], 'No message yet to a command or a webhook of alerts: in the configuration.'],
])('a list that cannot be read is not an empty one: %j', (messages, words) => {
  expect(linesOf({ messages })).toEqual([words]);
});
