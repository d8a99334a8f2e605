import { createStore } from 'zustand/vanilla';
import type { TranscodeSettings } from '../protocol/settings.ts';
import {
  type AccessRight,
  type AccessRightName,
  accessRightNames,
  accessRightValues,
  type User,
} from '../protocol/user.ts';

/** Users that this installation has met, because no endpoint lists them. Only id and name are kept on disk. */
export interface KnownUser {
  readonly id: number;
  readonly name: string;
}

/** A user as the server described it last in this run. Never a password, not even its mask. */
export interface UserFacts {
  /** Undefined where the response to a creation does not say it. */
  readonly id: number | undefined;
  readonly username: string | undefined;
  /** Attribute to why it may not be edited: its `lockedBy`, or empty where the server gives no reason. */
  readonly locked: Readonly<Record<string, string>>;
  readonly algorithm: string | undefined;
  /** Levels as requests spell them (`read_only`); an unknown word of the server stays as it is. */
  readonly rights: Readonly<Partial<Record<AccessRightName, string>>>;
  /** Rights of another name or level, as they came: a change of rights sends them back, because it replaces all. */
  readonly unknownRights?: readonly AccessRight[] | undefined;
  /** Unix ms, ours. */
  readonly at: number;
}

/** What is known of the things that can be written but that no endpoint lists: users, settings, license. */
export interface Known {
  readonly users: readonly KnownUser[];
  readonly facts: Readonly<Record<number, UserFacts>>;
  readonly transcode:
    | {
        readonly value: TranscodeSettings;
        readonly at: number;
        /** A change was sent whose answer never came. */
        readonly doubt: boolean;
      }
    | undefined;
  readonly license:
    | { readonly lockedBy: string | undefined; readonly replacedAt: number | undefined }
    | undefined;
  /** Explanations that were shown once for this cluster and are not shown again. */
  readonly explained: readonly string[];
  /** Why the memory on disk could not be read or written. */
  readonly problem: string | undefined;
}

export const nothingKnown: Known = {
  users: [],
  facts: {},
  transcode: undefined,
  license: undefined,
  explained: [],
  problem: undefined,
};

export type KnownStore = ReturnType<typeof createKnown>;

/** An empty store of what is known but cannot be listed. */
export function createKnown() {
  return createStore<Known>(() => nothingKnown);
}

/**
 * The facts of a response to A2 or A3. Members that cannot be read are taken from what was `sent`: the write has
 * happened with them.
 */
export function userFacts(
  user: User,
  sent: { readonly id?: number; readonly username?: string | undefined },
  at: number,
): UserFacts {
  const { username, password, algorithm, accessRights } = user.attributes ?? {};
  const locked: Record<string, string> = {};
  for (const [name, wrapper] of Object.entries({ username, password, algorithm })) {
    if (wrapper && (wrapper.editable === false || wrapper.lockedBy)) locked[name] = wrapper.lockedBy ?? '';
  }
  const rights: Partial<Record<AccessRightName, string>> = {};
  const unknownRights: AccessRight[] = [];
  for (const right of accessRights ?? []) {
    const name = accessRightNames.find((known) => known === right.name.toLowerCase());
    if (right.value == null) continue;
    const level = right.value.toLowerCase();
    if (name) rights[name] = level;
    if (!name || !accessRightValues.some((known) => known === level))
      unknownRights.push({ name: right.name, value: right.value });
  }
  return {
    id: user.id ?? sent.id,
    username: username?.value ?? sent.username,
    locked,
    algorithm: algorithm?.value ?? undefined,
    rights,
    ...(unknownRights.length > 0 && { unknownRights }),
    at,
  };
}
