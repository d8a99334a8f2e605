import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import { serverHot } from '../../src/triage/rules/server-hot.ts';
import { overviewScreen } from '../../src/ui/screens/overview/screen.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';

// The program with an error of its own, built by `e2e/terminal.test.ts`: it crashes in the way that CRASH names. The error
// contains a secret and characters that could control a terminal.
const { CRASH = '', CRASH_SECRET, HOME = '' } = process.env;
const fault = () => new Error(`the test broke it, Bearer ${CRASH_SECRET} \u001b]0;owned\u0007`);
const crash = () => {
  throw fault();
};
const overflow = (depth = 0): number => 1 + overflow(depth + 1);

/** As soon as SIGURG arrives. */
const signalled: Readonly<Record<string, () => unknown>> = {
  timer: () => setTimeout(crash),
  rejection: () => Promise.reject(fault()),
  screen: () => Object.assign(overviewScreen, { draw: crash }),
  // Called by React when it removes a pane from the screen.
  react: () => Object.assign(Screen.prototype, { removeSurface: crash }),
};
/** Faults of a check, which gets no signal: within its judgement, or beside it while it waits. */
const atOnce: Readonly<Record<string, () => unknown>> = {
  judgement: () => Object.assign(serverHot, { evaluate: crash }),
  overflow: () => Object.assign(serverHot, { evaluate: () => overflow() }),
  callback: () => setTimeout(crash, 1),
  promise: () => setTimeout(() => Promise.reject(fault()), 1),
};
process.on('SIGURG', () => {
  // Signals and keys arrive in any order: a test that sends both waits for this file.
  writeFileSync(join(HOME, 'signalled'), '');
  signalled[CRASH]?.();
});
atOnce[CRASH]?.();

run(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code;
});
