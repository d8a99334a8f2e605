import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNewFile } from '../../base/private-file.ts';
import { openTemporaryDirectory } from '../../base/temporary-directory.ts';
import { turn } from '../../base/turn.ts';
import { childEnvironment } from '../../config/child-environment.ts';

/**
 * Lets the person's editor have a text; undefined where it came back unchanged. The terminal must have been
 * handed over. Rejects with a message for people; the temporary file is private and gone afterwards.
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
    await stopReading(process.stdin);
    await runEditor(editor, path, childEnvironment(env, secretVariables));
    const edited = (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
    return edited === text ? undefined : edited;
  } finally {
    directory.remove();
  }
}

/**
 * There is no listener on the input any more, but Node goes on reading it: half of the keys would never reach the
 * editor, and a read that comes too late waits for the next line, with the whole program. The next listener starts it
 * again.
 */
async function stopReading(input: NodeJS.ReadStream): Promise<void> {
  // One turn until the stream notices that no listener is left, one until it has stopped.
  await turn();
  input.pause();
  await turn();
}

function runEditor(editor: string, path: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    // $EDITOR may carry options (`code --wait`), so the shell reads it; the path comes as an argument of its own.
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'editor', path], { stdio: 'inherit', env });
    child.on('error', (error) =>
      reject(new Error(`The editor ‘${editor}’ could not be started: ${error.message}`)),
    );
    child.on('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`Nothing was changed: the editor ended with ${code ?? 'a signal'} (${editor}).`)),
    );
  });
}
