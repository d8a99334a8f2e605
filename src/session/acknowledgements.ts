import type { Acknowledgement, ClusterMemoryFile } from '../config/state-files.ts';

/** Acknowledged problems, kept across restarts. Errors are reported, never thrown. */
export interface AcknowledgementMemory {
  /** Acknowledgements of earlier runs, by the problem's key; empty until the file has been read. */
  readonly earlier: ReadonlyMap<string, Acknowledgement>;
  keep(key: string, acknowledgement: Acknowledgement): void;
  drop(key: string): void;
}

export function rememberAcknowledgements(
  memory: Pick<ClusterMemoryFile, 'read' | 'acknowledge' | 'withdraw'>,
  tell: (message: string) => void,
): AcknowledgementMemory {
  const earlier = new Map<string, Acknowledgement>();
  const reportFailure = (work: Promise<unknown>) => {
    work.catch((error: Error) => tell(`Acknowledgements are not saved: ${error.message}`));
  };
  reportFailure(
    memory.read().then(({ acknowledgements }) => {
      for (const [key, acknowledgement] of Object.entries(acknowledgements))
        earlier.set(key, acknowledgement);
    }),
  );
  return {
    earlier,
    keep: (key, acknowledgement) => reportFailure(memory.acknowledge(key, acknowledgement)),
    drop(key) {
      earlier.delete(key);
      reportFailure(memory.withdraw(key));
    },
  };
}
