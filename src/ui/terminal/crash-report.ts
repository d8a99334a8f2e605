import { oneLine, plainText } from '../../base/safe-text.ts';

export function crashReport(error: unknown, debug: boolean): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const lines = [
    `castwatch stopped because of an error of its own: ${oneLine(what, 500)}`,
    'Please report it with this text, what you did before, and `castwatch --version`.',
  ];
  if (debug && error instanceof Error) lines.push(plainText(error.stack ?? ''));
  if (!debug) lines.push('CASTWATCH_DEBUG=1 shows where it happened.');
  return `${lines.join('\n')}\n`;
}
