import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemReason } from '../config/error.ts';
import { childEnvironment } from '../config/secret-command.ts';

export interface EditorOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Further variables that hold secrets; the editor does not get them. */
  readonly secretVariables?: readonly string[];
  /** Gives the terminal to the editor, and takes it back (`leave` and `enter` of `ui/terminal/lifecycle.ts`). */
  readonly leave: () => void;
  readonly enter: () => void;
}

/**
 * The text after `$VISUAL`, `$EDITOR` or `vi` had it; undefined where it was not changed. It lies in a private
 * directory meanwhile, which is removed in any case. Rejects with a message for people.
 */
export async function editText(text: string, options: EditorOptions): Promise<string | undefined> {
  const { env } = options;
  const command = env.VISUAL || env.EDITOR || 'vi';
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-'));
  try {
    const file = join(directory, 'text');
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    options.leave();
    try {
      await run(command, file, childEnvironment(env, options.secretVariables));
    } finally {
      options.enter();
    }
    const edited = await readFile(file, 'utf8');
    // Editors end the last line; a text that had no line end does not want one.
    const kept = text.endsWith('\n') ? edited : edited.replace(/\r?\n$/, '');
    return kept === text ? undefined : kept;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** `$EDITOR` may carry arguments (`code --wait`), so the shell takes it apart; the file is its own argument. */
function run(command: string, file: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', file], { env, stdio: 'inherit' });
    child.on('error', (error) => reject(new Error(`${command} could not be run: ${systemReason(error)}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(new Error(`${command} ended with ${signal ?? `exit code ${code}`}; the text is as it was.`));
    });
  });
}
