import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** The generated part of a page of the repository, between its two marks; `wanted` takes its place. */
export function markedPart(page: string, name: string, wanted?: string): string {
  const path = resolve(import.meta.dirname, '../..', page);
  const text = readFileSync(path, 'utf8');
  const found = new RegExp(`(<!-- ${name}:[^\\n]*-->\\n)([^]*?)<!-- end -->`).exec(text);
  if (!found) throw new Error(`${page} has no marks for ${name}`);
  const [, mark = '', part = ''] = found;
  if (wanted !== undefined)
    writeFileSync(
      path,
      text.replace(mark + part, () => mark + wanted),
    );
  return wanted ?? part;
}
