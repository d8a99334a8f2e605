import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import { serverHot } from '../../src/triage/rules/server-hot.ts';
import { overviewScreen } from '../../src/ui/screens/overview/screen.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';

// The program with an error of its own, built by `e2e/terminal.test.ts`: it crashes as soon as SIGURG arrives, in
// the way that CRASH names. The error contains a secret and characters that could control a terminal.
const fault = () => new Error(`the test broke it, Bearer ${process.env.CRASH_SECRET} \u001b]0;owned\u0007`);

process.on('SIGURG', () => {
  // Signals and keys arrive in any order: a test that sends both waits for this file.
  writeFileSync(join(process.env.HOME ?? '', 'signalled'), '');
  switch (process.env.CRASH) {
    case 'timer':
      setTimeout(() => {
        throw fault();
      });
      break;
    case 'rejection':
      Promise.reject(fault());
      break;
    case 'screen':
      Object.assign(overviewScreen, {
        draw: () => {
          throw fault();
        },
      });
      break;
    case 'react':
      // Called by React when it removes a pane from the screen.
      Screen.prototype.removeSurface = () => {
        throw fault();
      };
      break;
  }
});

// Faults of a check, which gets no signal: within its judgement, or beside it while it waits.
const overflow = (depth = 0): number => 1 + overflow(depth + 1);
switch (process.env.CRASH) {
  case 'judgement':
    Object.assign(serverHot, {
      evaluate: () => {
        throw fault();
      },
    });
    break;
  case 'overflow':
    Object.assign(serverHot, { evaluate: () => overflow() });
    break;
  case 'callback':
    setTimeout(() => {
      throw fault();
    }, 1);
    break;
  case 'promise':
    setTimeout(() => Promise.reject(fault()), 1);
    break;
}

run(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code;
});
