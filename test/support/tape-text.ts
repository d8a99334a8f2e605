import { zstdDecompressSync } from 'node:zlib';

/** Length of what follows, of the list in it, and a checksum. */
const FRAME_HEADER_BYTES = 12;

/** All that a recording holds, inflated: its first line, and of each frame the list of entries and the bodies. */
export function tapeText(tape: Buffer): string {
  let position = tape.indexOf('\n') + 1;
  let text = tape.toString('latin1', 0, position);
  while (position + FRAME_HEADER_BYTES < tape.length) {
    const end = position + FRAME_HEADER_BYTES + tape.readUInt32LE(position);
    const bodies = position + FRAME_HEADER_BYTES + tape.readUInt32LE(position + 4);
    text += zstdDecompressSync(tape.subarray(position + FRAME_HEADER_BYTES, bodies)).toString('latin1');
    text += zstdDecompressSync(tape.subarray(bodies, end)).toString('latin1');
    position = end;
  }
  return text;
}
