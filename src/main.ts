#!/usr/bin/env node
// The first code that runs, with any version of Node: nothing may be loaded before the version is checked.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const words =
    `castwatch needs Node.js 24 or newer; this is ${process.versions.node} (${process.execPath}). ` +
    `Install one from https://nodejs.org, or run it with another one: /path/to/node ${process.argv[1]}`;
  refuse(words, 2);
} else {
  start(process.argv.slice(2)).catch(cannotStart);
}

async function start(argv: readonly string[]): Promise<void> {
  // By default SIGUSR1 opens Node's debugger to every user of the machine; a listener prevents that.
  process.on('SIGUSR1', () => {});
  // While the program is loaded, V8 would enlarge the space for young objects to 16 MB, which then stay in use. With 4 MB a
  // large cluster takes a tenth of memory less, at the same CPU; with 1 MB it would be collected twenty times during a start,
  // and all objects once, which is a tenth of its time.
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=4');
  // A monitor runs much code seldom. V8 would optimise it for minutes in the background: that takes a tenth of the CPU, 5 MB
  // and 10 ms of a start, and even a cluster of 3,000 streams does not earn it. Sixty times as many calls as by default;
  // a loop that runs long is optimised as soon as ever.
  setFlagsFromString('--invocation-count-for-maglev=24000');
  setFlagsFromString('--invocation-count-for-turbofan=180000');
  const { keepCompiledCode } = await import('./cli/compile-cache.ts');
  keepCompiledCode();
  const { run } = await import('./cli/run.ts');
  setFlagsFromString('--semi-space-growth-factor=1');
  process.exitCode = await run(argv, process.env);
}

/** A file of the program could not be loaded. */
function cannotStart(error: Error): void {
  refuse(`castwatch cannot start: ${error.message.split('\n', 1)[0]}`, 1);
}

function refuse(words: string, exitCode: number): void {
  // A monitoring system reads standard output, and exit code 2 would mean a critical cluster.
  const isCheck = process.argv.includes('check');
  if (isCheck) process.stdout.write(`CASTWATCH UNKNOWN - ${words}\n`);
  else process.stderr.write(`${words}\n`);
  process.exitCode = isCheck ? 3 : exitCode;
}
