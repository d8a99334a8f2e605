import { expect, test } from 'vitest';
import { helpText } from '../../../src/cli/help/help.ts';
import { commandNames } from '../../../src/cli/options/commands.ts';
import { flagOf, optionsOf } from '../../../src/cli/options/lookup.ts';

/** The help of a command, each entry on one line. */
const flat = (...asked: Parameters<typeof helpText>) => helpText(...asked).replaceAll(/\n {26}/g, ' ');

test('the general help has how to start, the commands and the options, in that order', () => {
  const help = flat('monitor', 200);
  expect(help).toMatch(
    /^castwatch \[options\]\n\nWatch a cluster[^\n]+\n\nStart here:\n {2}castwatch demo [\s\S]+\n\nCommands:\n {2}init {20}Ask[\s\S]+\n {2}replay FILE {13}Play[\s\S]+\n\nOptions:\n {2}--url URL {15}base URL/,
  );
  expect(help).not.toMatch(/^ {2}monitor/m);
  expect(help).toContain('\n\nPasswords and keys are never options: CASTWATCH_PASSWORD, CASTWATCH_API_KEY,');
  expect(help).toMatch(/\ncastwatch COMMAND --help shows the options of a command\.\n$/);
});

test('the help of a command has its description, its argument and only its own options', () => {
  const help = flat('replay', 200);
  expect(help).toMatch(/^castwatch replay FILE \[options\]\n\nPlay a recording [^\n]+\.\n\nOptions:\n/);
  expect(help).not.toMatch(/Commands:|Start here|--url|Passwords/);
  expect(help).toContain('\n  --[no-]mouse            take clicks and the wheel\n');
  expect(help).toContain('\n  --ascii                 draw with ASCII characters only\n');
  expect(help).toMatch(/\n {2}--theme NAME {12}colours; [^\n]*: auto, dark, light, /);
  expect(help).toMatch(/\n {2}-h, --help {14}show this help; after a command, the help of the command\n/);
  expect(flat('monitor', 200)).toContain('[CASTWATCH_URL]\n');
  // Each command has its own formats.
  expect(flat('check', 200)).toMatch(/\n {2}--format FORMAT .*; the first one is the default: text, json\n/);
});

test('every option is described, a long one with its description below it, and lines are filled', () => {
  for (const name of commandNames)
    for (const [option] of optionsOf(name)) expect(helpText(name)).toContain(flagOf(option).slice(2));
  expect(helpText('snapshot')).toMatch(
    /\n {2}--fields NAME,NAME\.NAME\n {26}only these members of the JSON, such as\n/,
  );
  // Twenty-four characters and two blanks just fit.
  expect(helpText('monitor')).toMatch(/\n {2}--password-file FILE {4}file with/);
  const each = commandNames.map((name) => [name, 80] as const);
  for (const [name, width] of [...each, ['demo', 60], ['demo', 120]] as const) {
    const lines = helpText(name, width).split('\n');
    for (const [at, line] of lines.entries()) {
      expect(line.length).toBeLessThanOrEqual(width);
      const next = lines[at + 1] ?? '';
      if (/^ {26}\S/.test(next) && /^.{24} {2}\S/.test(line))
        expect(`${line} ${next.trim().split(' ')[0]}`.length).toBeGreaterThan(width);
    }
  }
});
