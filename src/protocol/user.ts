import * as z from 'zod';
import { wrapper, writeEnvelope } from './envelope.ts';
import { exact, maybe, text, userId } from './leaves.ts';

/** A number, or its digits if a number would not keep them all. */
export type UserId = number | string;

/** Names and values as in requests (A2, A3). Responses have them in capitals. */
export const accessRightNames = ['server', 'viewer', 'application', 'stream'] as const;
export const accessRightValues = ['none', 'read_only', 'read_write'] as const;
export type AccessRightName = (typeof accessRightNames)[number];
export type AccessRightValue = (typeof accessRightValues)[number];

/**
 * The user in the response of a write. It comes only once, so each field may be missing without the loss of others.
 */
export const userSchema = writeEnvelope(
  z.object({
    id: maybe(userId),
    attributes: maybe(
      z.object({
        username: maybe(wrapper(exact)),
        password: maybe(wrapper(text)),
        algorithm: maybe(wrapper(text)),
        accessRights: maybe(z.array(z.object({ name: text, value: maybe(text) }))),
      }),
    ),
  }),
);
export type User = z.infer<typeof userSchema>['data'];

/** The name and value as documented, or as received if castwatch does not know them. */
export interface AccessRight {
  readonly name: string;
  readonly value: string;
}

/** Body of A2 (all fields) and A3 (only changed ones). */
export interface UserInput {
  readonly username: string;
  readonly password: string;
  readonly accessRights: readonly AccessRight[];
}
