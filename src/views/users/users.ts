import { DASH } from '../../base/format.ts';
import type { Tone } from '../../base/text.ts';
import {
  type AccessRight,
  type AccessRightName,
  type AccessRightValue,
  accessRightNames,
  type UserId,
} from '../../protocol/user.ts';

/** What is known of users on this machine; facts are from the last response of this session, if there was one. */
export interface UserSource {
  readonly users: readonly { readonly id: UserId; readonly name: string }[];
  readonly facts: Readonly<
    Record<
      string,
      {
        readonly locked: Readonly<Record<string, string>>;
        readonly algorithm: string | undefined;
        readonly rights: Readonly<Partial<Record<AccessRightName, string>>>;
        readonly unknownRights?: readonly AccessRight[] | undefined;
        readonly at: number;
      }
    >
  >;
}

export type UserRow = Readonly<ReturnType<typeof userRows>[number]>;

/** Known users by name, those without a name last. `filter` is searched for in name and id. */
export function userRows(source: UserSource, filter: string) {
  const word = filter.trim().toLowerCase();
  return source.users
    .filter(({ id, name }) => word === '' || `${id} ${name}`.toLowerCase().includes(word))
    .map(({ id, name }) => {
      const facts = source.facts[id];
      return {
        /** Its identity in the list. */
        key: String(id),
        id,
        /** Empty if only the id is known. */
        name,
        /** Undefined: not read in this session. */
        rights: facts?.rights,
        /** Rights with a name or level that castwatch does not know, as received. */
        unknownRights: facts?.unknownRights,
        locked: facts?.locked ?? {},
        algorithm: facts?.algorithm,
        /** Time of the response, Unix ms. */
        seenAt: facts?.at,
      };
    })
    .sort(
      (a, b) =>
        Number(a.name === '') - Number(b.name === '') ||
        a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }) ||
        Number(a.id) - Number(b.id),
    );
}

type Look = { readonly text: string; readonly meaning: string; readonly tone: Tone };

/** `write` includes reading, as in the API. The more a level allows, the stronger the tone. */
const levels: Readonly<Record<AccessRightValue, Look>> = {
  none: { text: 'none', meaning: 'no access', tone: 'dim' },
  read_only: { text: 'read', meaning: 'reads only', tone: 'plain' },
  read_write: { text: 'write', meaning: 'reads and writes', tone: 'warn' },
};

/** A level by the word that requests use; an unknown word is neutral. */
export function levelLook(level: string | undefined): Look {
  if (level === undefined) return { text: DASH, meaning: '', tone: 'dim' };
  const isKnown = Object.hasOwn(levels, level);
  return isKnown ? levels[level as AccessRightValue] : { text: level, meaning: '', tone: 'plain' };
}

export const rightTitles: Readonly<Record<AccessRightName, string>> = {
  server: 'Server',
  viewer: 'Viewer',
  application: 'Application',
  stream: 'Stream',
};

export function rightRows(rights: UserRow['rights']) {
  return accessRightNames.map((name) => ({ name, title: rightTitles[name], level: rights?.[name] }));
}
