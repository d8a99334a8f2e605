import { createStore } from 'zustand/vanilla';
import type { KnownUser } from '../config/state-files.ts';
import type { TranscodeSettings } from '../protocol/settings.ts';
import {
  type AccessRight,
  type AccessRightName,
  accessRightNames,
  accessRightValues,
  type User,
  type UserId,
} from '../protocol/user.ts';

/** A user as the server last described it in this session. Never a password, not even its mask. */
export interface UserFacts {
  /** Undefined if the response to a creation does not contain it. */
  readonly id: UserId | undefined;
  readonly username: string | undefined;
  /** Why an attribute may not be edited: its `lockedBy`, or empty if the server gives no reason. */
  readonly locked: Readonly<Record<string, string>>;
  readonly algorithm: string | undefined;
  /** Levels as requests spell them (`read_only`); an unknown word of the server is unchanged. */
  readonly rights: Readonly<Partial<Record<AccessRightName, string>>>;
  /**
   * Rights with an unknown name or level, as received. A change of rights sends them back, because it replaces all
   * rights.
   */
  readonly unknownRights?: readonly AccessRight[] | undefined;
  /** Local Unix ms. */
  readonly at: number;
}

/** What is known of objects that can be written but not listed: users, settings, license. */
export interface KnownWrites {
  /** Users that are known on this machine, because no endpoint lists them. Only id and name are stored on disk. */
  readonly users: readonly KnownUser[];
  readonly facts: Readonly<Record<string, UserFacts>>;
  readonly transcode:
    | {
        readonly value: TranscodeSettings;
        readonly at: number;
        /** A change was sent without a response, so its result is unknown. */
        readonly doubt: boolean;
      }
    | undefined;
  readonly license:
    | { readonly lockedBy: string | undefined; readonly replacedAt: number | undefined }
    | undefined;
  /** Explanations that the user has seen for this cluster; they are not shown again. */
  readonly explained: readonly string[];
  /** Why the memory on disk could not be read or written. */
  readonly problem: string | undefined;
}

export const nothingKnown: KnownWrites = {
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
  return createStore<KnownWrites>(() => nothingKnown);
}

/** The facts in a response to A2 or A3. `known`: what was known of the user before, where the response lacks it. */
export function userFacts(user: User, known: Partial<KnownUser>, at: number): UserFacts {
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
    id: user.id ?? known.id,
    username: (username?.masked ? undefined : username?.value) ?? known.name,
    locked,
    algorithm: algorithm?.value ?? undefined,
    rights,
    ...(unknownRights.length > 0 && { unknownRights }),
    at,
  };
}
