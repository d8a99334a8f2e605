#!/usr/bin/env node
// The first thing that runs, on whatever Node there is: nothing may be loaded before the version is known good.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `castwatch needs Node.js 22.19 or newer; this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org, or run it by its own: npm ci && npm start.\n',
  );
  process.exitCode = 2;
} else {
  start(process.argv.slice(2));
}

async function start(argv: readonly string[]): Promise<void> {
  // Something to see while the rest is loaded; the compile cache would take longer than it saves here.
  const { showFirst } = await import('./cli/still.ts');
  const isScreen = showFirst(argv, process.env);
  const { enableCompileCache, flushCompileCache } = await import('node:module');
  const { setFlagsFromString } = await import('node:v8');
  enableCompileCache();
  // A monitor runs for weeks and does little: V8 need not keep 30 MB ready to do that little faster. Before the first
  // WebAssembly, the HTTP parser.
  for (const flag of ['--semi-space-growth-factor=1', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag);
  // Also for those who end by a signal, which leaves no time for it.
  setTimeout(flushCompileCache, 5_000).unref();
  const { run } = isScreen ? await import('./cli/warm-run.ts') : await import('./cli/run.ts');
  process.exitCode = await run(argv, process.env);
}
