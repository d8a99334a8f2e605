import type { CommandName } from './commands.ts';
import type { OptionSpec } from './spec.ts';
import { type OptionName, options } from './table.ts';

/** Formats of each command that prints; the first is the default. */
const formats: Partial<Readonly<Record<CommandName, readonly string[]>>> = {
  snapshot: ['json', 'table'],
  check: ['text', 'json'],
  sessions: ['table', 'json', 'csv'],
  capacity: ['table', 'json', 'csv'],
  history: ['csv', 'ndjson', 'openmetrics'],
  report: ['markdown', 'json'],
};

/** `readOnly` → `--read-only`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function optionsOf(command: CommandName): readonly (readonly [OptionName, OptionSpec])[] {
  return options.filter(([, spec]) => spec.commands === 'all' || spec.commands.includes(command));
}

export function lettersOf(command: CommandName): ReadonlyMap<string, OptionName> {
  const own = optionsOf(command).toSorted(
    ([, a], [, b]) => Number(b.commands === 'all') - Number(a.commands === 'all'),
  );
  return new Map(own.flatMap(([name, spec]) => [...(spec.letters ?? '')].map((letter) => [letter, name])));
}

/** The allowed values of an option for a command: those of `--format` differ. */
export function choicesOf(name: OptionName, spec: OptionSpec, command: CommandName): readonly string[] {
  if (name === 'format') return formats[command] ?? [];
  return spec.type === 'choice' ? spec.choices : [];
}
