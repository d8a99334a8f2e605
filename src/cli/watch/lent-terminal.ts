/** Signals of Ctrl-C and Ctrl-\: the terminal sends them to its whole foreground process group. */
const FOR_THE_CHILD = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Runs `work`, during which a child has the terminal. The child shares the process group, so keys that become signals reach
 * both: those that end belong to the child alone, as in system(3), and Ctrl-Z stops both as one job of the shell, because
 * SIGTSTP has its default action here meanwhile.
 */
export async function withTerminalLent(work: () => Promise<void>): Promise<void> {
  const ours = [...FOR_THE_CHILD, 'SIGTSTP' as const].map((signal) => ({
    signal,
    listeners: process.listeners(signal),
  }));
  const ignore = () => {};
  for (const { signal } of ours) process.removeAllListeners(signal);
  for (const signal of FOR_THE_CHILD) process.on(signal, ignore);
  try {
    await work();
  } finally {
    for (const signal of FOR_THE_CHILD) process.off(signal, ignore);
    for (const { signal, listeners } of ours) for (const listener of listeners) process.on(signal, listener);
  }
}
