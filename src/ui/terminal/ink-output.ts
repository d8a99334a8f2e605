/** Modes of the terminal that Ink switches on through its output. */
export interface Modes {
  /** Bracketed paste. */
  readonly paste: boolean;
  /** Flags of the kitty keyboard protocol, as Ink pushed them; `''` when it is off. */
  readonly kitty: string;
}

type Kind =
  | { readonly type: 'frame' }
  | { readonly type: 'modes'; readonly modes: Modes }
  | { readonly type: 'nothing' };

const MODES = /^(?:\x1b\[\?2004[hl]|\x1b\[[<>?][\d;]*u)+$/;
/** Moves, erasures, cursor and screen switches: Ink tidying up a terminal that is not its own. */
const TIDYING = /^(?:\x1b\[[?\d;]*[ABCDEFGHJKfhls])+$/;

/** What a chunk that Ink wrote is: a frame, a change of modes to pass on, or nothing to paint. */
export function classify(data: string, modes: Modes): Kind {
  if (data === '') return { type: 'nothing' };
  if (data.charCodeAt(0) !== 0x1b) return { type: 'frame' };
  if (MODES.test(data)) {
    let { paste, kitty } = modes;
    for (const [, sequence = ''] of data.matchAll(/\x1b\[([^\x1b]*)/g)) {
      if (sequence.startsWith('?2004')) paste = sequence.endsWith('h');
      else if (sequence.startsWith('>')) kitty = sequence.slice(1, -1);
      else if (sequence.startsWith('<')) kitty = '';
    }
    return { type: 'modes', modes: { paste, kitty } };
  }
  return { type: TIDYING.test(data) ? 'nothing' : 'frame' };
}
