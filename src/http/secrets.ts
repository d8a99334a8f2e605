import { oneLine } from '../base/safe-text.ts';

/** Shorter secrets are not searched for, because they would match in normal words. */
const MIN_CHARACTERS = 3;
const HIDDEN = '•••';

/**
 * Secrets that must never be shown. Servers and proxies repeat requests in their error messages, so every text of
 * theirs in an error is cleaned by this class.
 */
export class Secrets {
  readonly #known = new Map<string, number>();

  /** Returns a function that removes it again. */
  add(secret: string): () => void {
    this.#known.set(secret, (this.#known.get(secret) ?? 0) + 1);
    return () => {
      const left = (this.#known.get(secret) ?? 1) - 1;
      if (left > 0) this.#known.set(secret, left);
      else this.#known.delete(secret);
    };
  }

  /** A server's text as one safe line without secrets. */
  clean(text: string, limit = 300): string {
    // First cut to a generous length, because replacing in megabytes takes time. The final cut comes after
    // replacing, so that no part of a secret remains.
    let clean = text.slice(0, 64 * 1024);
    for (const secret of this.#known.keys()) {
      if (secret.length < MIN_CHARACTERS) continue;
      for (const spelling of spellings(secret)) clean = clean.replaceAll(spelling, HIDDEN);
    }
    return oneLine(clean, limit);
  }
}

/** A secret as it is, and as written in a JSON body, form or query, and in an HTML page. */
function spellings(secret: string): readonly string[] {
  const query = encodeURIComponent(secret.toWellFormed());
  const html = secret.replace(/[&<>"']/g, (char) => HTML_ENTITIES[char] ?? char);
  return [secret, JSON.stringify(secret).slice(1, -1), query, query.replaceAll('%20', '+'), html];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
