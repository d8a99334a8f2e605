import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completionScript } from '../../../src/cli/help/completion.ts';
import { commandNames } from '../../../src/cli/options/commands.ts';
import { flagOf, optionsOf } from '../../../src/cli/options/lookup.ts';
import { newFolder } from '../../support/new-folder.ts';

/** A shell that is not here skips its tests, which the summary counts; `.ci/run` installs all of them. */
const isMissing = (shell: string) => spawnSync(shell, ['--version']).error !== undefined;

/** The words that bash offers for the last word. */
function offered(...words: string[]): string[] {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'late night.tape'), '');
  const script = `${completionScript('bash')}
COMP_WORDS=(castwatch "$@"); COMP_CWORD=$#; _castwatch; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', script, 'bash', ...words], { cwd, encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

test('bash offers commands, the options of a command, values and files', () => {
  expect(offered('de')).toEqual(['demo']);
  expect(offered('simulate', '--p')).toEqual(['--port']);
  expect(offered('--read')).toEqual(['--read-only']);
  expect(offered('--theme', 'li')).toEqual(['light']);
  expect(offered('check', '--format', '')).toEqual(['text', 'json']);
  expect(offered('snapshot', '--format', '')).toEqual(['json', 'table']);
  expect(offered('--theme', '=', 'li')).toEqual(['light']);
  expect(offered('--theme', '=')).toContain('light');
  expect(offered('replay', 'la')).toEqual(['late night.tape']);
  expect(offered('replay', '--ascii', 'la')).toEqual(['late night.tape']);
  expect(offered('--record', 'la')).toEqual(['late night.tape']);
  expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  expect(offered('--url', '')).toEqual([]);
  expect(offered('check', '--warn', 'cp')).toEqual(['cpu=', 'cpu_max=']);
  expect(offered('check', '--crit', '=', 'lat')).toEqual(['latency=']);
  expect(offered('demo', '--no')).toEqual(['--no-history', '--no-mouse']);
});

/** A home with a castwatch that knows two profiles. */
function homeWithProfiles(): string {
  const home = newFolder();
  const text = '#!/bin/sh\n[ "$*" = "config profiles" ] && printf "prod\\nlab\\n"\n';
  writeFileSync(join(home, 'castwatch'), text, { mode: 0o755 });
  return home;
}

test('bash offers the profiles of the configuration', () => {
  const program = join(homeWithProfiles(), 'castwatch');
  const words = `${completionScript('bash')}
COMP_WORDS=('${program}' --profile pr); COMP_CWORD=2; _castwatch; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', words], { encoding: 'utf8' })).toBe('prod\n');
  const user = words.replace('--profile', '--username');
  expect(execFileSync('bash', ['-c', user], { encoding: 'utf8' })).toBe('\n');
});

test.skipIf(isMissing('fish'))('fish offers commands, options, values, files and profiles', () => {
  const home = homeWithProfiles();
  writeFileSync(join(home, 'script'), completionScript('fish'));
  writeFileSync(join(home, 'late.tape'), '');
  expect(completionScript('fish')).toMatch(/ -a demo -d 'Watch an embedded.*-l ascii -d 'draw with ASCII/s);
  const offers = {
    '--profile ': 'lab prod',
    '--theme li': 'light',
    '--url ': '',
    dem: 'demo',
    'man ': '',
    'demo --asc': '--ascii',
    'demo --no-': '--no-history --no-mouse',
    'demo --servers ': '',
    'demo --record la': 'late.tape',
    'replay la': 'late.tape',
    'check --profile ': 'lab prod',
    'demo --theme li': 'light',
    'completion ': 'bash fish zsh',
    'demo --hel': '--help',
  };
  const ask = (line: string) =>
    `echo "<$(complete -C'castwatch ${line}' | string replace -r '\\t.*' '' | string join ' ')>"`;
  const env = { ...process.env, PATH: `${home}:${process.env.PATH}` };
  const words = `source script; ${Object.keys(offers).map(ask).join('; ')}`;
  const { stdout } = spawnSync('fish', ['-c', words], { cwd: home, encoding: 'utf8', env });
  expect(stdout.trim().split('\n')).toEqual(Object.values(offers).map((offered) => `<${offered}>`));
});

test.each(commandNames)('bash offers exactly the options of %s', (command) => {
  const words = offered(...(command === 'monitor' ? ['--'] : [command, '--']));
  const flags = words.filter((word) => !word.startsWith('--no-'));
  expect(flags).toEqual(optionsOf(command).map(([name]) => flagOf(name)));
});

/** The calls that zsh gets for a line whose last word is being typed: the arguments of its functions, a line each. */
function zshCalls(...words: string[]): string[] {
  const home = newFolder();
  writeFileSync(join(home, 'script'), completionScript('zsh'));
  const script = `
compdef() { :; }
_describe() { print -r -- "describe $1"; print -rl -- "\${commands[@]}"; }
_arguments() { print -r -- "arguments of \${words[1]}, word $CURRENT"; print -rl -- "$@"; }
compadd() { print -r -- "add \${(P)2}"; }
source ./script
words=("$@"); CURRENT=$#words
_castwatch
`;
  const given = ['-f', '-c', script, 'zsh', 'castwatch', ...words];
  const { stdout } = spawnSync('zsh', given, { cwd: home, encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

test.skipIf(isMissing('zsh'))('zsh gets the options of the command on the line', () => {
  const monitor = zshCalls('--asc');
  expect(monitor.slice(0, 2)).toEqual(['arguments of castwatch, word 2', '-s']);
  expect(monitor.at(-1)).toBe('1:command:_castwatch_commands');
  expect(monitor).toContain('--ascii[draw with ASCII characters only]');
  expect(monitor).toContain('--no-mouse[take clicks and the wheel]');
  expect(monitor).not.toContain('--no-ascii[draw with ASCII characters only]');
  const replay = zshCalls('--ascii', 'replay', 'late');
  expect([replay[0], replay.at(-1)]).toEqual(['arguments of replay, word 2', '1:file:_files']);
  const demo = zshCalls('demo', '--f').join('\n');
  expect(demo).toMatch(/\n--record=\[[^\n]*\]:FILE:_files\n/);
  expect(demo).toMatch(/\n--theme=\[[^\n]*\]:NAME:\(auto dark light /);
  expect(zshCalls('check', '-').join('\n')).toMatch(/\n--profile=\[[^\n]*\]:NAME:_castwatch_profiles\n/);
  expect(zshCalls('completion', '').at(-1)).toBe('1:word:(bash zsh fish)');
  expect(zshCalls('alerts', 'test', '').slice(-2)).toEqual([
    '1:word:(test)',
    '2:word:(alertmanager command webhook heartbeat all)',
  ]);
  expect(zshCalls('man', '').join('\n')).not.toMatch(/^1:/m);
});
