import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { readIfThere, replaceFile } from '../config/locked-file.ts';
import { ensurePrivateDirectory } from '../config/paths.ts';
import type { KeptToken, TokenKeeper } from '../http/session-interface.ts';

/** A real token has a few hundred characters. */
const MAX_BYTES = 64 * 1024;

const tokenSchema = z.object({
  url: z.string(),
  username: z.string(),
  value: z.string().regex(/^[\x21-\x7e]+$/),
  /** Unix ms. */
  until: z.number(),
  ends: z.number().optional(),
});

/**
 * Keeps the token of a cluster and user between two runs in a private file (0600), because the server allows five
 * logins a minute. A token is not returned if it has expired, belongs to another URL or user, or if others can read
 * or replace its file. If the file cannot be read or written, the next run logs in; no call rejects.
 */
export function tokenFile(stateDir: string, url: string, clock: Clock): TokenKeeper {
  const pathOf = (username: string) => {
    // Loaded when it is needed, because loading cryptography takes 10 ms.
    const { createHash } = process.getBuiltinModule('node:crypto');
    const name = createHash('sha256')
      .update(JSON.stringify([url, username]))
      .digest('hex')
      .slice(0, 16);
    return join(stateDir, `token-${name}.json`);
  };
  const read = async (username: string): Promise<KeptToken | undefined> => {
    const text = await ensurePrivateDirectory(stateDir)
      .then(() => readIfThere(pathOf(username), { limit: MAX_BYTES, isSecret: true }))
      .catch(() => undefined);
    const token = text === undefined ? undefined : parseTokens(text);
    if (token?.url !== url || token.username !== username || token.until <= clock.now()) return undefined;
    return { value: token.value, until: token.until, ends: token.ends };
  };
  return {
    read,
    async write(username, token) {
      const text = JSON.stringify({ url, username, ...token });
      await ensurePrivateDirectory(stateDir)
        .then(() => replaceFile(pathOf(username), `${text}\n`))
        .catch(() => undefined);
    },
    async drop(username, value) {
      // Another run may have stored a newer one meanwhile.
      if ((await read(username))?.value !== value) return;
      await rm(pathOf(username), { force: true }).catch(() => undefined);
    },
  };
}

function parseTokens(text: string): z.output<typeof tokenSchema> | undefined {
  try {
    return tokenSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
