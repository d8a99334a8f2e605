/** A body with a secret contains one of these words. Bodies without them are stored byte by byte. */
const suspects = ['masked', 'password', 'licenseKey', 'credentials', 'apiKey', 'accessToken', '\\u00'];
const SECRET_KEY = /^(password|licenseKey|apiKey|accessToken)$/i;
const withheld = Buffer.from('(withheld by the recorder)');

/**
 * The body without secrets: the `value` of an object that is marked `masked` or named like a secret, and all
 * `credentials`, are removed. A body that may contain one and cannot be parsed is left out completely.
 */
export function withoutSecrets(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!suspects.some((word) => bytes.includes(word))) return body;
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    return withheld;
  }
  return clean(json) ? Buffer.from(JSON.stringify(json)) : body;
}

/** Removes the secrets in place; returns whether there were any. */
function clean(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const holder = value as Record<string, unknown>;
  let changed = false;
  if (holder.masked === true && 'value' in holder) {
    delete holder.value;
    changed = true;
  }
  for (const [key, item] of Object.entries(holder)) {
    if (/^credentials$/i.test(key)) {
      delete holder[key];
      changed = true;
    } else if (SECRET_KEY.test(key)) {
      if (typeof item === 'object' && item !== null) delete (item as Record<string, unknown>).value;
      else delete holder[key];
      changed = true;
    } else if (clean(item)) changed = true;
  }
  return changed;
}
