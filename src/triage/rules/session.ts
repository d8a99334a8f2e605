import type { Rule } from '../rule.ts';
import { everyStep } from '../samples.ts';

export const SESSION_KEY = 'session:login';

/** Token or login trouble: refused, failing, or waiting because the five logins a minute are used up. */
export const session: Rule = {
  name: 'session',
  timing: (t) => ({ after: t.loginFor, clearAfter: 0 }),
  sample: everyStep,
  evaluate({ state }) {
    const { status, message, username } = state.session;
    if (status === 'none' || status === 'ok') return [];
    const who = username ? ` as ${username}` : '';
    const title = status === 'refused' ? 'Login refused' : 'Login does not succeed';
    const what = {
      refused: `the server refused the login${who}`,
      failed: `the login${who} fails`,
      waiting: `the login${who} waits for its turn (five a minute)`,
      'logging-in': `the login${who} gets no answer`,
    }[status];
    return [
      {
        key: SESSION_KEY,
        severity: status === 'refused' || status === 'failed' ? 'critical' : 'warning',
        subject: { kind: 'resource', name: 'login' },
        title,
        reason: message ? `${what}: ${message}` : what,
      },
    ];
  },
};
