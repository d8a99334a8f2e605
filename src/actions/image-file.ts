import { openNamedFile } from '../base/private-file.ts';
import { systemReason } from '../base/system-error.ts';
import { expandPath } from '../config/paths.ts';
import { cloudLimits, type FilePart, type ImageFormat } from '../protocol/cloud.ts';

const HEAD_BYTES = 16;

/** An image for B1, by its content and not by its name; or, in words, what is wrong with it. */
export async function inspectImage(path: string): Promise<FilePart | { readonly problem: string }> {
  const full = expandPath(path);
  try {
    const handle = await openNamedFile(full);
    try {
      const stat = await handle.stat();
      if (stat.size > cloudLimits.imageBytes) {
        return { problem: `${Math.ceil(stat.size / 1024)} KB; at most ${cloudLimits.imageBytes / 1024} KB` };
      }
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const format = formatOf(buffer.subarray(0, bytesRead));
      if (!format) return { problem: 'its content is no jpeg, png, gif or webp' };
      return { path: full, format, size: stat.size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { problem: systemReason(error) };
  }
}

function formatOf(head: Buffer): ImageFormat | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'webp' : undefined;
}
