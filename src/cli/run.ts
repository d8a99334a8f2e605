import { tellError } from '../base/tell-error.ts';
import { ConfigError } from '../config/error.ts';
import { HistoryError } from '../history/error.ts';
import { TapeError } from '../recording/tape.ts';
import type { Shell } from './completion.ts';
import { NO_OUTPUT, USAGE } from './exit-codes.ts';
import { firstSteps, helpText } from './help.ts';
import { type Arguments, parseArguments, UsageError } from './options.ts';
import { OutputError, writeOutput } from './output.ts';
import { commandWord, VERSION } from './parse-words.ts';
import { RELEASE_DATE } from './release-date.ts';

/** Runs the command line; resolves to the exit code. No error leaves it: people read words, not stack traces. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await dispatch(parseArguments(argv, env), env);
  } catch (error) {
    if (error instanceof UsageError) {
      // Its users wait for one line and exit code 3.
      const command = commandWord(argv);
      if (command === 'check') return (await import('./check.ts')).checkUsage(error.message);
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
async function dispatch(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  if (args.options.help) return print(helpText(args.command, process.stdout.columns));
  if (args.options.version) return print(`castwatch ${VERSION}\n`);
  switch (args.command) {
    case 'monitor': {
      const { monitorCommand } = await import('./monitor.ts');
      return (await monitorCommand(args, env)) ?? printStart();
    }
    case 'init':
      return (await import('./init.ts')).initCommand(args);
    case 'config':
      return (await import('./config-command.ts')).configCommand(args, env);
    case 'demo':
      return (await import('./demo.ts')).demoCommand(args, env);
    case 'simulate':
      return (await import('./simulate.ts')).simulateCommand(args);
    case 'check':
      return (await import('./check.ts')).checkCommand(args, env);
    case 'replay':
      return (await import('./replay.ts')).replayCommand(args, env);
    case 'snapshot':
      return (await (await import('./snapshot.ts')).snapshotCommand(args, env)) ?? printStart();
    case 'export':
      return (await (await import('./export.ts')).exportCommand(args, env)) ?? printStart();
    case 'report':
      return (await (await import('./history-commands.ts')).reportCommand(args, env)) ?? printStart();
    case 'sessions':
      return (await (await import('./history-commands.ts')).sessionsCommand(args, env)) ?? printStart();
    case 'capacity':
      return (await (await import('./history-commands.ts')).capacityCommand(args, env)) ?? printStart();
    case 'record':
      return (await (await import('./record.ts')).recordCommand(args, env)) ?? printStart();
    case 'completion':
      return print((await import('./completion.ts')).completionScript(args.input[0] as Shell));
    // The manual page is the one command left.
    default:
      return print((await import('./man.ts')).manPage(VERSION, RELEASE_DATE));
  }
}

async function print(text: string): Promise<number> {
  await writeOutput(text);
  return 0;
}

/** No cluster was named: the ways to start, never invented data. */
function printStart(): number {
  process.stderr.write(firstSteps());
  return USAGE;
}
