import type { Rule } from '../rule.ts';
import { everyStep } from '../samples.ts';

export const SESSION_KEY = 'session:login';

/** Trouble with token or login: refused, failing, or waiting because the limit of five logins a minute is reached. */
export const session: Rule = {
  name: 'session',
  inputs: [],
  timing: (t) => ({ after: t.loginFor, clearAfter: 0 }),
  sample: everyStep,
  evaluate({ state }) {
    const { status, message, username } = state.session;
    if (status === 'none' || status === 'ok') return [];
    return [
      {
        key: SESSION_KEY,
        kind: 'session',
        form: status === 'refused' ? 'refused' : 'failing',
        facts: { status, username: username || undefined, message: message || undefined },
        severity: status === 'refused' || status === 'failed' ? 'critical' : 'warning',
        subject: { kind: 'resource', name: 'login' },
      },
    ];
  },
};
