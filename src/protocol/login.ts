import { z } from 'zod';
import { envelope } from './envelope.ts';
import { amount, maybe } from './read.ts';

/** `api.md` A1. `remainingTime` (ms) is what the session counts; `expireDate` is the server's clock and is never compared. */
export const loginSchema = envelope(
  z.object({
    accessToken: z.string(),
    tokenType: maybe(z.string()),
    expireDate: maybe(amount),
    remainingTime: maybe(amount),
    username: maybe(z.string()),
    message: maybe(z.string()),
  }),
);
