import { tellError } from '../base/tell-error.ts';
import { timeZoneFault } from '../base/time-zone.ts';
import { ConfigError } from '../config/error.ts';
import { HistoryError } from '../history/error.ts';
import { TapeError } from '../recording/tape.ts';
import { checkExit, NO_OUTPUT, USAGE } from './exit-codes.ts';
import type { Shell } from './help/completion.ts';
import { helpText } from './help/help.ts';
import { RELEASE_DATE } from './help/release-date.ts';
import type { CommandName } from './options/commands.ts';
import { type Arguments, parseArguments, UsageError } from './options/options.ts';
import { commandWord, VERSION } from './options/parse-words.ts';
import { OutputError, writeOutput } from './output.ts';

/** Runs the command line; resolves to the exit code. Never throws: errors become messages, not stack traces. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await dispatch(parseArguments(argv, env), env, argv);
  } catch (error) {
    if (error instanceof UsageError) {
      // Callers of `check` expect one line and exit code 3.
      const command = commandWord(argv);
      if (command === 'check') return (await import('./check/check.ts')).checkUsage(error.message);
      tellError(`${error.message}\nTry: castwatch ${command === 'monitor' ? '' : `${command} `}--help`);
      return USAGE;
    }
    if (error instanceof OutputError) {
      tellError(error.message);
      return NO_OUTPUT;
    }
    if (error instanceof ConfigError || error instanceof TapeError || error instanceof HistoryError) {
      tellError(error.message);
      return USAGE;
    }
    const { explainFailure } = await import('./failure.ts');
    return explainFailure(error, env);
  }
}

async function dispatch(args: Arguments, env: NodeJS.ProcessEnv, argv: readonly string[]): Promise<number> {
  const { help, version } = args.options;
  if (help || version) {
    await print(help ? helpText(args.command, process.stdout.columns) : `castwatch ${VERSION}\n`);
    // A plugin never says OK where it checked nothing.
    return args.command === 'check' ? checkExit.UNKNOWN : 0;
  }
  // Without TZ the machine's time zone is not checked, because that takes time at each start.
  const fault = env.TZ === undefined ? undefined : timeZoneFault(env.TZ);
  if (fault !== undefined) tellError(fault);
  const command = await loaders[args.command]();
  return (await command(args, env, argv)) ?? askStart(args, env);
}

/** Undefined: no cluster was named. */
type Command = (...all: Parameters<typeof dispatch>) => Promise<number | undefined>;

/** Each command is loaded when it runs: a real cluster is watched without loading the simulator. */
const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  monitor: async () => (await import('./watch/monitor.ts')).monitorCommand,
  init: async () => (await import('./init/init.ts')).initCommand,
  config: async () => (await import('./config/config.ts')).configCommand,
  demo: async () => (await import('./demo/demo.ts')).demoCommand,
  simulate: async () => (await import('./demo/simulate.ts')).simulateCommand,
  snapshot: async () => (await import('./snapshot/snapshot.ts')).snapshotCommand,
  capture: async () => (await import('./capture/capture.ts')).captureCommand,
  check: async () => (await import('./check/check.ts')).checkCommand,
  export: async () => (await import('./export/export.ts')).exportCommand,
  record: async () => (await import('./record/record.ts')).recordCommand,
  report: async () => (await import('./history/history.ts')).reportCommand,
  sessions: async () => (await import('./history/history.ts')).sessionsCommand,
  capacity: async () => (await import('./history/history.ts')).capacityCommand,
  history: async () => (await import('./history/export-history.ts')).historyCommand,
  alerts: async () => (await import('./alerts/alerts.ts')).alertsCommand,
  mcp: async () => (await import('./mcp/mcp.ts')).mcpCommand,
  replay: async () => (await import('./replay/replay.ts')).replayCommand,
  async completion() {
    const { completionScript } = await import('./help/completion.ts');
    return ({ input }) => print(completionScript(input[0] as Shell));
  },
  async man() {
    const { manPage } = await import('./help/man.ts');
    return () => print(manPage(VERSION, RELEASE_DATE));
  },
};

async function print(text: string): Promise<number> {
  await writeOutput(text);
  return 0;
}

async function askStart(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const { askFirstStep } = await import('./cluster/first-steps.ts');
  const command = await askFirstStep(args);
  return command === undefined ? USAGE : dispatch(parseArguments([command], env), env, [command]);
}
