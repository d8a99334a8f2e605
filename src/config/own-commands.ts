import * as z from 'zod';
import { strict, text, time } from './value-schemas.ts';

/**
 * What a command of the configuration can be about, with the values that its words can name, such as `{server.host}`.
 * `{cluster.name}` and `{cluster.url}` are known in all of them.
 */
export const ownKinds = {
  server: ['name', 'host', 'group'],
  stream: ['id', 'key', 'application', 'state'],
  application: ['id', 'name'],
  viewer: ['id', 'stream', 'application', 'address'],
  problem: ['key', 'kind', 'severity', 'subject', 'incident'],
  entry: ['object', 'message'],
  cluster: ['name', 'url'],
} as const;
export type OwnKind = keyof typeof ownKinds;

/** A value that a word names. Other braces are text, so that JSON can be passed on. */
export const PLACEHOLDER = /\{([a-z]+)\.([a-z]+)\}/g;

const NAME = /^[a-z][a-z0-9-]{0,30}$/;

const ownCommand = strict({
  on: z.enum(Object.keys(ownKinds) as [OwnKind, ...OwnKind[]]),
  title: text.max(60, 'at most 60 characters').optional(),
  key: text.optional(),
  run: z
    .array(text.max(2_000, 'at most 2000 characters'))
    .min(1, 'must not be empty')
    .max(50, 'at most 50 words'),
  shell: z.boolean().optional(),
  terminal: z.boolean().optional(),
  confirm: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  timeout: time,
}).superRefine(({ on, run, shell }, context) => {
  for (const [index, word] of run.entries()) {
    const problem = wordFault(word, on, index === 0, shell);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['run', index], message: problem });
  }
});

/** What is wrong with a word of a command; undefined if nothing is. The first one is a program, or with `shell` a script. */
function wordFault(word: string, on: OwnKind, isFirst: boolean, shell = false): string | undefined {
  for (const [whole, kind = '', value = ''] of word.matchAll(PLACEHOLDER)) {
    if (isFirst) {
      return shell
        ? `${whole} would become code of the shell; write "$1" there, and ${whole} as a word of its own after the script`
        : `${whole}: the program itself cannot come from a server`;
    }
    const values: readonly string[] | undefined =
      kind === on || kind === 'cluster' ? ownKinds[kind as OwnKind] : undefined;
    if (!values?.includes(value)) {
      const known = [on, 'cluster' as const].flatMap((each) =>
        ownKinds[each].map((name) => `{${each}.${name}}`),
      );
      return `there is no ${whole} for a command on a ${on}; allowed: ${[...new Set(known)].join(', ')}`;
    }
  }
  return undefined;
}

/** `commands:` of the configuration: commands of the user on the selected object. */
export const ownCommandsSchema = z.record(
  z.string().regex(NAME, 'a name has lower-case letters, digits and hyphens, and begins with a letter'),
  ownCommand,
);

export type OwnCommandsFile = z.output<typeof ownCommandsSchema>;

/** A command of the user. */
export interface OwnCommand extends Omit<z.output<typeof ownCommand>, 'timeout'> {
  readonly name: string;
  readonly title: string;
  /** Asks before it runs: by default whenever it may change something. */
  readonly confirm: boolean;
  /** Ended after this time, ms, unless it has the terminal. */
  readonly timeout: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** The commands of the configuration, in its order. */
export function ownCommandsOf(file: OwnCommandsFile = {}): readonly OwnCommand[] {
  return Object.entries(file).map(([name, command]) => ({
    ...command,
    name,
    title: command.title ?? `Run ${command.shell ? name : command.run.join(' ')}`.slice(0, 60),
    confirm: command.confirm ?? command.readOnly !== true,
    timeout: command.timeout ?? DEFAULT_TIMEOUT_MS,
  }));
}
