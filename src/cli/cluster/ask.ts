import { inTurn } from '../../base/in-turn.ts';
import { ConfigError } from '../../config/error.ts';
import type { Questions } from './questions.ts';

/** Whether there is a terminal for questions. Questions go to standard error, so that output stays clean. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks one question on the terminal. Throws a `ConfigError` if there is no terminal; it says what to use `instead`.
 */
export async function askLine(question: string, instead: string): Promise<string> {
  const fault = `${question.trim()} none is given and there is no terminal to ask on; ${instead}`;
  if (!canAsk()) throw new ConfigError('secret', fault);
  return withQuestions((questions) => questions.line(question));
}

/** Returns a function that asks without echo; undefined if there is no terminal. */
export function askSecret(): ((question: string) => Promise<string | undefined>) | undefined {
  return canAsk() ? (question) => withQuestions((questions) => questions.secret(question)) : undefined;
}

/** Several clusters may need an answer, and there is one terminal. */
const questionsInTurn = inTurn();

/** Keeps the terminal while `ask` needs answers. */
export function withQuestions<T>(ask: (questions: Questions) => Promise<T>): Promise<T> {
  return questionsInTurn(async () => {
    // Loaded late: most starts ask nothing, and readline would take 2 ms of each.
    const { Questions } = await import('./questions.ts');
    const questions = new Questions();
    try {
      return await ask(questions);
    } finally {
      questions.close();
    }
  });
}
