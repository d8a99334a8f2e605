import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNewFile } from '../../base/private-file.ts';
import { openTemporaryDirectory } from '../../base/temporary-directory.ts';
import { turn } from '../../base/turn.ts';
import { childEnvironment } from '../../config/child-environment.ts';

/**
 * Opens a text in the user's editor; undefined if it was not changed. The terminal must have been released. Rejects
 * with a message that can be shown. The temporary file is private and removed afterwards.
 */
export async function editInEditor(
  text: string,
  env: NodeJS.ProcessEnv,
  secretVariables: readonly string[],
): Promise<string | undefined> {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  const directory = openTemporaryDirectory();
  const path = join(directory.path, 'text.txt');
  try {
    await writeNewFile(path, text);
    await runEditor(editor, path, childEnvironment(env, secretVariables));
    const edited = (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
    return edited === text ? undefined : edited;
  } finally {
    directory.remove();
  }
}

/**
 * Even without listeners Node continues to read the input: half of the keys would never reach the editor, and a
 * pending read would block the whole program until the next line. The next listener starts reading again.
 */
export async function stopReading(input: NodeJS.ReadStream): Promise<void> {
  // One turn until the stream notices that it has no listener, one until it has stopped.
  await turn();
  input.pause();
  await turn();
}

async function runEditor(editor: string, path: string, env: NodeJS.ProcessEnv): Promise<void> {
  // $EDITOR may contain options (`code --wait`), so the shell parses it; the path is a separate argument. Ctrl-C is for
  // the editor: without the trap it would end the shell and leave the editor behind.
  const script = `trap : INT QUIT; ${editor} "$1"`;
  const { code } = await runOnTerminal(['sh', '-c', script, 'editor', path], env).catch((error: Error) => {
    throw new Error(`The editor ‘${editor}’ could not be started: ${error.message}`);
  });
  if (code !== 0)
    throw new Error(`Nothing was changed: the editor ended with ${code ?? 'a signal'} (${editor}).`);
}

/** Runs a program with the terminal, which must have been released, to its end. */
export async function runOnTerminal([program = '', ...words]: readonly string[], env: NodeJS.ProcessEnv) {
  await stopReading(process.stdin);
  return await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    const child = spawn(program, words, { stdio: 'inherit', env });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}
