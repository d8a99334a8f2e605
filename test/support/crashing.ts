import { run } from '../../src/cli/run.ts';
import { overviewScreen } from '../../src/ui/screens/overview/screen.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';

// The program with a fault of its own, built by `e2e/terminal.test.ts`: it falls as soon as SIGURG arrives, in
// the way that CRASH names. What it falls with holds a secret and what could steer a terminal.
const fault = () => new Error(`the test broke it, Bearer ${process.env.CRASH_SECRET} \u001b]0;owned\u0007`);

process.on('SIGURG', () => {
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
        render: () => {
          throw fault();
        },
      });
      break;
    case 'react':
      // Called inside of React, when it takes a pane from the screen.
      Screen.prototype.removeSurface = () => {
        throw fault();
      };
      break;
  }
});

run(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code;
});
