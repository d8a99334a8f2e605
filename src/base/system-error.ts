/** The system's short code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A failure of the file system in words: `permission denied`. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return (code && reasons[code]) || (error instanceof Error ? error.message : String(error));
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
  ENOSPC: 'no space left on the disk',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  EDQUOT: 'the disk quota is used up',
};
