import { systemClock } from '../../base/clock.ts';
import { tellError } from '../../base/tell-error.ts';
import { connect } from '../../http/connect.ts';
import type { Exchange } from '../../http/observe.ts';
import { askAll, captureOf, unansweredIn } from '../../session/capture/capture.ts';
import { keptTokens, readConfig, readTarget } from '../cluster/cluster-target.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import type { Arguments } from '../options/options.ts';
import { VERSION } from '../options/parse-words.ts';
import { writeOutput } from '../output.ts';
import { saveNewFile } from '../save-file.ts';

/**
 * `castwatch capture FILE`: asks every endpoint once and writes the answers with their texts replaced, for a report of
 * a server that answers otherwise than the document says. Exit 3 if nothing answers. Undefined if no cluster was named.
 */
export async function captureCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const found = await readTarget(args, env, await readConfig(args));
  if (!found) return undefined;
  const { target, login } = found;
  const exchanges: Exchange[] = [];
  const connection = connect({
    ...target,
    ...login,
    tokens: keptTokens(args, target),
    readOnly: true,
    clock: systemClock,
    tap: (exchange) => exchanges.push(exchange),
  });
  try {
    // The first error says why nothing answers.
    const reached = await connection.session.token().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (reached === undefined) await askAll(connection.api);
    if (exchanges.length === 0) {
      tellError(reached ?? 'the cluster answered nothing');
      return UNREACHABLE;
    }
  } finally {
    await connection.close();
  }
  const capture = captureOf(exchanges, VERSION);
  const path = await saveNewFile(args.input[0] ?? '', `${JSON.stringify(capture, null, 1)}\n`);
  const unanswered = unansweredIn(exchanges);
  if (unanswered.length > 0) tellError(`not answered, and not in the file: ${unanswered.join(', ')}`);
  const answered = capture.answers.map(({ endpoint, status }) => `${endpoint} (${status})`);
  await writeOutput(
    `${path}\n${answered.join(', ')}\nTexts are replaced, figures stay. Read it before you pass it on.\n`,
  );
  return 0;
}
