import { zstdDecompressSync } from 'node:zlib';

/** Length of the rest, length of its list, and a checksum. */
const FRAME_HEADER_BYTES = 12;

/** The whole content of a recording, decompressed: its first line, and the list of entries and the bodies of each frame. */
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
