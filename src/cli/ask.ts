import { ConfigError } from '../config/error.ts';
import { canAsk, Questions } from './questions.ts';

/** Asks one question on the terminal. A `ConfigError` where there is no terminal, which says what to use `instead`. */
export async function askLine(question: string, { instead }: { instead: string }): Promise<string> {
  if (!canAsk())
    throw new ConfigError(
      'secret',
      `${question.trim()} none is given and there is no terminal to ask on; ${instead}`,
    );
  return once((questions) => questions.line(question));
}

/** Asks without echo, or undefined where there is no terminal. */
export function askSecret(): ((question: string) => Promise<string | undefined>) | undefined {
  return canAsk() ? (question) => once((questions) => questions.secret(question)) : undefined;
}

async function once<T>(ask: (questions: Questions) => Promise<T>): Promise<T> {
  const questions = new Questions();
  try {
    return await ask(questions);
  } finally {
    questions.close();
  }
}
