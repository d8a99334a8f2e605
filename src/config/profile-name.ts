/** A cluster's name in the configuration; it becomes part of file names and of commands that are shown. */
const PROFILE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

export const PROFILE_NAME_RULE = 'a name has letters, digits, ".", "_" and "-", 64 at most';

export function isProfileName(text: string): boolean {
  return PROFILE_NAME.test(text);
}
