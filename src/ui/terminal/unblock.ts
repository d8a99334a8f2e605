interface WithHandle {
  readonly _handle?: { readonly setBlocking?: (blocking: boolean) => number } | null;
}

/**
 * Node writes to a terminal synchronously: one that does not drain (Ctrl-S, a link that hangs) would stop the
 * whole program, keys and signals included. This makes the writes queue instead, so that the screen sees the
 * congestion and holds its frames back. Node has no public call for it; where the handle is different, the
 * writes stay as they are.
 */
export function unblockOutput(stream: unknown): void {
  (stream as WithHandle)._handle?.setBlocking?.(false);
}
