/** The system's short code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The first line of a thrown value's message; the value may be anything. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.split('\n', 1)[0] || error.name;
}

/** An error of the system in words: `permission denied`. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return (code && reasons[code]) || errorMessage(error);
}

const reasons: Record<string, string> = {
  EEXIST: 'there is such a file already',
  ELOOP: 'it is a symbolic link, which is not followed',
  ENXIO: 'it is a pipe',
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EIO: 'the disk failed to read or write',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  EFBIG: 'the file may not become larger (ulimit -f)',
  EDQUOT: 'the disk quota is used up',
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this machine has no such address',
};
