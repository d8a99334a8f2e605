import * as z from 'zod';
import { envelope } from './envelope.ts';
import { exact, longText, maybe, number, text, time } from './leaves.ts';

/** A1. Only the token is required. `remainingTime` should be ms; `expireDate` is Unix ms by the server's clock. */
export const loginSchema = envelope(
  z.object({
    accessToken: exact,
    tokenType: maybe(text),
    expireDate: maybe(time),
    remainingTime: maybe(number),
    username: maybe(text),
    message: maybe(longText),
  }),
);
