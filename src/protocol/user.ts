import { z } from 'zod';
import { envelope, wrapper } from './envelope.ts';
import { amount, items, maybe } from './read.ts';

/** Names and values as a request sends them (`api.md`, User). Answers capitalise both. */
export const accessRightNames = ['server', 'viewer', 'application', 'stream'] as const;
export const accessRightValues = ['none', 'read_only', 'read_write'] as const;
export type AccessRightName = (typeof accessRightNames)[number];
export type AccessRightValue = (typeof accessRightValues)[number];

export const userSchema = envelope(
  z.object({
    id: amount,
    attributes: z.object({
      username: wrapper(z.string()),
      password: maybe(wrapper(z.string())),
      algorithm: maybe(wrapper(z.string())),
      accessRights: maybe(
        items('data.attributes.accessRights', z.object({ name: z.string(), value: z.string() })),
      ),
    }),
  }),
);
export type User = z.infer<typeof userSchema>['data'];

export interface AccessRight {
  readonly name: AccessRightName;
  readonly value: AccessRightValue;
}

/** Body of A2 (all fields) and A3 (only what changes). */
export interface UserInput {
  readonly username: string;
  readonly password: string;
  readonly accessRights: readonly AccessRight[];
}
