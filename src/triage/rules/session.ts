import type { Rule } from '../rule.ts';
import { everyStep } from '../samples.ts';

declare module '../problem.ts' {
  interface KindFacts {
    readonly session: {
      readonly status: 'refused' | 'failed' | 'waiting' | 'logging-in';
      readonly username?: string | undefined;
      readonly message?: string | undefined;
    };
  }
  interface KindForms {
    readonly session: 'refused' | 'failing';
  }
}

export const SESSION_KEY = 'session:login';

/** Token or login trouble: refused, failing, or waiting because the five logins a minute are used up. */
export const session: Rule = {
  name: 'session',
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
