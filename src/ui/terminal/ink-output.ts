/** Terminal modes that Ink switches through its output. */
export interface Modes {
  /** Bracketed paste. */
  readonly paste: boolean;
  /** Flags of the kitty keyboard protocol, as Ink pushed them; `''` if it is off. */
  readonly kitty: string;
}

const MODES = /^(?:\x1b\[\?2004[hl]|\x1b\[[<>?][\d;]*u)+$/;

/** The modes after a chunk that Ink wrote; undefined if it switches none, as frames, moves and erasures do. */
export function switchedModes(data: string, modes: Modes): Modes | undefined {
  if (!MODES.test(data)) return undefined;
  let { paste, kitty } = modes;
  for (const [, sequence = ''] of data.matchAll(/\x1b\[([^\x1b]*)/g)) {
    if (sequence.startsWith('?2004')) paste = sequence.endsWith('h');
    else if (sequence.startsWith('>')) kitty = sequence.slice(1, -1);
    else if (sequence.startsWith('<')) kitty = '';
  }
  return { paste, kitty };
}
