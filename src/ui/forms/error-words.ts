/** What an unexpected failure says to a person. Text of errors may come from anywhere: one row of it is enough. */
export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] || error.name : 'an unknown failure';
}
