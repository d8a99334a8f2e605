import { type CommandName, commandNames, commandTable } from '../options/commands.ts';
import { choicesOf, flagOf, lettersOf, optionsOf } from '../options/lookup.ts';
import type { OptionSpec } from '../options/spec.ts';
import type { OptionName } from '../options/table.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

const named = commandNames.slice(1);

/** `--mouse`, and `--no-mouse` if it can be negated. */
function spellings([name, spec]: readonly [OptionName, OptionSpec]): string[] {
  const flag = flagOf(name);
  return spec.type === 'flag' && spec.negatable ? [flag, flag.replace('--', '--no-')] : [flag];
}

const argumentWords = (argument: string) =>
  argument.replace(/ ?\[.*\]|[| ]+/g, (found) => (found.includes('[') ? '' : ' '));

/** File names unchanged, also with blanks. */
const FILES = `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current"))`;

/** The command that lists the profiles; prints nothing if there are none. */
const PROFILES = 'config profiles 2>/dev/null';

function bash(): string {
  const words = named.join(' ');
  const byCommand = commandNames.map((name) => {
    const { argument } = commandTable[name];
    const further = argument?.includes('|') ? ` ${argumentWords(argument)}` : '';
    return `    ${name}) words="${optionsOf(name).flatMap(spellings).join(' ')}${further}" ;;`;
  });
  const seen = new Map<string, string>();
  for (const command of commandNames) {
    for (const [name, spec] of optionsOf(command)) {
      if (spec.type === 'flag') continue;
      const action = spec.type === 'text' && spec.path ? FILES : startsBash(spec);
      const choices =
        spec.type === 'text' && spec.profile
          ? `$("\${COMP_WORDS[0]}" ${PROFILES})`
          : choicesOf(name, spec, command).join(' ');
      const key = name === 'format' ? `${command}:${flagOf(name)}` : `*:${flagOf(name)}`;
      seen.set(key, action ?? `COMPREPLY=($(compgen -W "${choices}" -- "$current"))`);
    }
  }
  const files = named.filter((name) => commandTable[name].argument === 'FILE');
  const values = [...seen].map(([key, action]) => `    ${key}) ${action}; return ;;`);
  return `# bash completion of castwatch: source <(castwatch completion bash)
_castwatch() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command=monitor word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${words} " in *" $word "*) command=$word; break ;; esac
  done
  # --theme=light comes as three words.
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$command:$previous" in
${values.join('\n')}
  esac
  case "$command:$current" in
    *:-*) ;;
    ${files.map((name) => `${name}:*`).join('|')}) ${FILES}; return ;;
  esac
  case "$command" in
${byCommand.join('\n')}
  esac
  if [[ $command == monitor ]]; then words="$words ${words}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o filenames -F _castwatch castwatch
`;
}

/** No blank follows a name: its value does. What was typed begins after the last `=`. */
function startsBash(spec: OptionSpec): string | undefined {
  if (spec.type !== 'text' || !spec.starts) return undefined;
  return `compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "${spec.starts.join(' ')}" -- "$current"))`;
}

function zsh(): string {
  const commands = named.map((name) => `    '${zshText(`${name}:${commandTable[name].summary}`)}'`);
  const cases = commandNames.map((name) => {
    const { argument } = commandTable[name];
    const specs = optionsOf(name).flatMap((option) => zshOption(option, name));
    const places = argument?.split(' ') ?? [];
    if (argument === 'FILE') specs.push(`'1:file:_files'`);
    else specs.push(...places.map((place, index) => `'${index + 1}:word:(${argumentWords(place)})'`));
    if (name === 'monitor') specs.push(`'1:command:_castwatch_commands'`);
    return `    ${name})\n      _arguments -s \\\n        ${specs.join(' \\\n        ')} ;;`;
  });
  return `#compdef castwatch
# zsh completion of castwatch: source <(castwatch completion zsh), after compinit
_castwatch_commands() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  _describe command commands
}
_castwatch_profiles() {
  local -a profiles
  profiles=(\${(f)"$($_castwatch_program ${PROFILES})"})
  compadd -a profiles
}
_castwatch() {
  local _castwatch_program=$words[1]
  local command=monitor word position=1 index
  for (( index = 2; index < CURRENT; index++ )); do
    word=$words[index]
    case $word in (${named.join('|')}) command=$word; position=$index; break ;; esac
  done
  if (( position > 1 )); then
    words=("$command" "\${(@)words[position+1,-1]}")
    (( CURRENT -= position - 1 ))
  fi
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_castwatch" ]; then _castwatch "$@"; else compdef _castwatch castwatch; fi
`;
}

function zshOption([name, spec]: readonly [OptionName, OptionSpec], command: CommandName): string[] {
  const repeat = spec.type === 'text' && spec.multiple ? '*' : '';
  const help = zshText(spec.help).replaceAll('[', '\\[').replaceAll(']', '\\]');
  if (spec.type === 'flag') return spellings([name, spec]).map((each) => `'${each}[${help}]'`);
  const value = zshText(spec.value).replaceAll(':', '\\:');
  return [`'${repeat}${flagOf(name)}=[${help}]:${value}:${zshAction(name, spec, command)}'`];
}

function zshAction(name: OptionName, spec: OptionSpec, command: CommandName): string {
  const choices = choicesOf(name, spec, command);
  if (spec.type !== 'text') return choices.length > 0 ? `(${choices.join(' ')})` : ' ';
  if (spec.path) return '_files';
  if (spec.starts) return `{compadd -S "" -- ${spec.starts.join(' ')}}`;
  return spec.profile ? '_castwatch_profiles' : ' ';
}

/** Text for use in single quotes. */
function zshText(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function fish(): string {
  const lines = [
    '# fish completion of castwatch: mkdir -p ~/.config/fish/completions && castwatch completion fish > ~/.config/fish/completions/castwatch.fish',
  ];
  const none = `not __fish_seen_subcommand_from ${named.join(' ')}`;
  lines.push('complete -c castwatch -f');
  for (const name of named) {
    const { summary } = commandTable[name];
    lines.push(`complete -c castwatch -n ${quoted(none)} -a ${name} -d ${quoted(summary)}`);
  }
  for (const command of commandNames) {
    const { argument } = commandTable[command];
    const when = command === 'monitor' ? none : `__fish_seen_subcommand_from ${command}`;
    for (const [name, spec] of optionsOf(command)) {
      const base = `complete -c castwatch -n ${quoted(when)}`;
      const long = flagOf(name).slice(2);
      const letters = [...lettersOf(command)].flatMap(([letter, of]) => (of === name ? ` -s ${letter}` : []));
      const choices = choicesOf(name, spec, command);
      const profiles = spec.type === 'text' && spec.profile;
      const starts = spec.type === 'text' ? (spec.starts ?? []) : [];
      const words = profiles ? `(castwatch ${PROFILES})` : [...choices, ...starts].join(' ');
      const offered = words === '' ? ' -x' : ` -x -a ${quoted(words)}`;
      const given = spec.type === 'text' && spec.path ? ' -r -F' : offered;
      const value = spec.type === 'flag' ? '' : given;
      lines.push(`${base} -l ${long}${letters.join('')}${value} -d ${quoted(spec.help)}`);
      if (spec.type === 'flag' && spec.negatable)
        lines.push(`${base} -l no-${long} -d ${quoted(`not: ${spec.help}`)}`);
    }
    if (argument === 'FILE') lines.push(`complete -c castwatch -n ${quoted(when)} -F`);
    else if (argument)
      lines.push(`complete -c castwatch -n ${quoted(when)} -a ${quoted(argumentWords(argument))}`);
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
