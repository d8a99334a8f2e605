import { tellError } from '../base/tell-error.ts';
import { timeZoneFault } from '../base/time-zone.ts';
import { ConfigError } from '../config/error.ts';
import { HistoryError } from '../history/error.ts';
import { TapeError } from '../recording/tape.ts';
import { checkExit, NO_OUTPUT, USAGE } from './exit-codes.ts';
import type { Shell } from './help/completion.ts';
import { helpText } from './help/help.ts';
import { RELEASE_DATE } from './help/release-date.ts';
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

/** Each command is loaded when it runs: a real cluster is watched without loading the simulator. */
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
  switch (args.command) {
    case 'monitor': {
      const { monitorCommand } = await import('./watch/monitor.ts');
      return (await monitorCommand(args, env)) ?? askStart(args, env);
    }
    case 'init':
      return (await import('./init/init.ts')).initCommand(args);
    case 'config':
      return (await import('./config/config.ts')).configCommand(args, env);
    case 'demo':
      return (await import('./demo/demo.ts')).demoCommand(args, env);
    case 'simulate':
      return (await import('./demo/simulate.ts')).simulateCommand(args);
    case 'check':
      return (await import('./check/check.ts')).checkCommand(args, env, argv);
    case 'replay':
      return (await import('./replay/replay.ts')).replayCommand(args, env);
    case 'snapshot':
      return (
        (await (await import('./snapshot/snapshot.ts')).snapshotCommand(args, env)) ?? askStart(args, env)
      );
    case 'capture':
      return (await (await import('./capture/capture.ts')).captureCommand(args, env)) ?? askStart(args, env);
    case 'export':
      return (await (await import('./export/export.ts')).exportCommand(args, env)) ?? askStart(args, env);
    case 'report':
      return (await (await import('./history/history.ts')).reportCommand(args, env)) ?? askStart(args, env);
    case 'sessions':
      return (await (await import('./history/history.ts')).sessionsCommand(args, env)) ?? askStart(args, env);
    case 'capacity':
      return (await (await import('./history/history.ts')).capacityCommand(args, env)) ?? askStart(args, env);
    case 'history':
      return (
        (await (await import('./history/export-history.ts')).historyCommand(args, env)) ?? askStart(args, env)
      );
    case 'record':
      return (await (await import('./record/record.ts')).recordCommand(args, env)) ?? askStart(args, env);
    case 'alerts':
      return (await import('./alerts/alerts.ts')).alertsCommand(args, env);
    case 'mcp':
      return (await (await import('./mcp/mcp.ts')).mcpCommand(args, env)) ?? askStart(args, env);
    case 'completion':
      return print((await import('./help/completion.ts')).completionScript(args.input[0] as Shell));
    // The manual page is the only remaining command.
    default:
      return print((await import('./help/man.ts')).manPage(VERSION, RELEASE_DATE));
  }
}

async function print(text: string): Promise<number> {
  await writeOutput(text);
  return 0;
}

async function askStart(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const { askFirstStep } = await import('./cluster/first-steps.ts');
  const command = await askFirstStep(args);
  return command === undefined ? USAGE : dispatch(parseArguments([command], env), env, [command]);
}
