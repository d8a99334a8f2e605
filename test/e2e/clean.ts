import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectStatic } from 'vitest';

/** Tokens are random; those of the simulator all look like this. */
const TOKEN = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/;

/** The file in which the token is kept for the next run; only there it may be. */
const TOKEN_FILE = /\/token-[0-9a-f]+\.json$/;

/** Fails if one of the secrets, plain or in base64, or a token is in the text. */
export function expectNone(expect: ExpectStatic, secrets: readonly string[], text: string, where: string) {
  for (const secret of secrets) {
    expect(text.includes(secret), `${where} holds ${secret}`).toBe(false);
    expect(text.includes(Buffer.from(secret).toString('base64')), `${where}, in base64`).toBe(false);
  }
  if (!TOKEN_FILE.test(where)) expect(TOKEN.exec(text)?.[0], where).toBeUndefined();
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
