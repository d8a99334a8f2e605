import { argvOf, type OwnCommand, wordsOf } from '../../actions/own-commands.ts';
import { shellWord } from '../../base/quoting.ts';
import { type Line, toned } from '../../base/text.ts';
import { openForm } from '../dialogs/form.ts';
import { messageDialog } from '../dialogs/message.ts';
import { wrapText } from '../primitives/wrap.ts';
import { screenOf } from '../screens/registry.ts';
import type { OwnResult } from '../services.ts';
import type { Shell } from '../shell.ts';

/** Runs one of the user's own commands on what is selected, by its name: after a question, if it may change something. */
export function runOwn(shell: Shell, name: string): void {
  const { keymap, facts } = shell.services;
  const command = keymap.own.find((each) => each.name === name);
  if (!command) {
    const names = keymap.own.map((each) => each.name).join(', ');
    shell.notice(
      names === ''
        ? 'The configuration has no commands: section.'
        : `There is no command ‘${name}’ in the configuration; it has ${names}.`,
      'warn',
    );
    return;
  }
  if (facts.readOnly && !command.readOnly) {
    shell.notice(`Read-only: ‘${name}’ is not marked readOnly in the configuration.`, 'warn');
    return;
  }
  if (shell.ui.getState().held?.mode === 'past' && !command.readOnly) {
    shell.notice(`This is the past: ‘${name}’ may change something now. End returns to the present.`, 'warn');
    return;
  }
  const screen = screenOf(shell.ui.getState().screen);
  const chosen = command.on === 'cluster' ? undefined : screen.object?.(shell.screen().model);
  if (command.on !== 'cluster' && chosen?.kind !== command.on) {
    shell.notice(`‘${name}’ is for a ${command.on}: select one first.`, 'warn');
    return;
  }
  const { name: cluster, url } = shell.view.state;
  const made = wordsOf(command, [
    ...(chosen ? [chosen] : []),
    { kind: 'cluster', values: { name: cluster, url } },
  ]);
  if ('refused' in made) {
    shell.notice(`‘${name}’ was not run: ${made.refused}`, 'warn');
    return;
  }
  if (command.confirm) ask(shell, command, made.words);
  else start(shell, command, made.words);
}

/** Shows the words as they will be passed, and runs them on `y`. */
function ask(shell: Shell, command: OwnCommand, words: readonly string[]): void {
  const changes = [
    {
      label: command.shell ? 'script' : 'command',
      after: words
        .slice(0, command.shell ? 1 : undefined)
        .map(shellWord)
        .join(' '),
    },
    ...(command.shell ? words.slice(1).map((word, index) => ({ label: `$${index + 1}`, after: word })) : []),
  ];
  const plan = () => ({ action: command.title, changes });
  const submit = async () => {
    start(shell, command, words);
    return { kind: 'confirmed', value: undefined, message: `‘${command.name}’ runs...` } as const;
  };
  openForm({ title: command.name, fields: [], plan, verb: 'run', submit }, shell);
}

function start(shell: Shell, command: OwnCommand, words: readonly string[]): void {
  if (!command.confirm) shell.notice(`‘${command.name}’ runs...`);
  const { timeout, terminal = false, name } = command;
  shell.services.runProgram({ name, argv: argvOf(command, words), timeout, terminal }).then(
    (result) => {
      const words = `‘${name}’: ${result.outcome}.`;
      // Output never takes the keys away from a dialog in which somebody types.
      if (result.output.trim() !== '' && shell.ui.getState().dialogs.length === 0) showOutput(shell, result);
      else
        shell.notice(
          result.output.trim() === '' ? words : `${words} :output shows it.`,
          result.failed ? 'crit' : 'ok',
        );
    },
    (error: Error) => shell.notice(`‘${name}’: ${error.message}`, 'crit'),
  );
}

export function showLastOutput(shell: Shell): void {
  const last = shell.services.lastOutput();
  if (last) showOutput(shell, last);
  else shell.notice('No command of the configuration has run yet.');
}

function showOutput(shell: Shell, { name, outcome, output, failed }: OwnResult): void {
  const width = shell.area.width - 8;
  const lines: Line[] = [
    toned(outcome, failed ? 'crit' : 'ok'),
    [],
    ...output
      .trimEnd()
      .split('\n')
      .flatMap((row) => wrapText(row, width)),
  ];
  shell.open(messageDialog, { title: name, lines, scroll: 0 });
}
