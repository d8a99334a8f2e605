import { shellWord } from '../../base/quoting.ts';
import { profileNames } from '../../config/resolve.ts';
import { firstSteps } from '../help/help.ts';
import { optionsOf } from '../options/lookup.ts';
import type { Arguments } from '../options/options.ts';
import { canAsk, withQuestions } from './ask.ts';
import { readConfig } from './cluster-target.ts';

/** Most clusters that are listed; the file has the others. */
const LISTED = 20;

/**
 * No cluster was named: prints the ways to start on standard error. If the monitor was wanted on a terminal and
 * there is no configuration yet, it asks, and returns the command to run instead.
 */
export async function askFirstStep(args: Arguments): Promise<'init' | 'demo' | undefined> {
  const names = profileNames(await readConfig(args));
  if (names.length > 0) {
    process.stderr.write(severalClusters(args, names));
    return undefined;
  }
  process.stderr.write(firstSteps());
  if (args.command !== 'monitor' || !canAsk()) return undefined;
  return withQuestions(async (questions) => {
    for (;;) {
      const answer = await questions.line('\nNow: (i)nit, (d)emo or (q)uit? [i] ', { standard: 'i' });
      if (/^i/i.test(answer)) return 'init';
      if (/^d/i.test(answer)) return 'demo';
      if (/^q/i.test(answer)) return undefined;
    }
  });
}

function severalClusters(args: Arguments, names: readonly string[]): string {
  const command = `castwatch ${args.command}`;
  const all = optionsOf(args.command).some(([name]) => name === 'all') ? `  ${command} --all\n` : '';
  const lines = names.slice(0, LISTED).map((name) => `  ${command} --profile ${shellWord(name)}\n`);
  const more = names.length > LISTED ? `  and ${names.length - LISTED} more\n` : '';
  return `castwatch needs to know which cluster to watch. The configuration has several:\n\n${lines.join('')}${more}${all}\nA line such as default: ${names[0]} in the configuration names the one to watch without --profile.\n`;
}
