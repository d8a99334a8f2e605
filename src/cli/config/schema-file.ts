import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWord } from '../../base/quoting.ts';
import { systemReason } from '../../base/system-error.ts';
import { readConfigText } from '../../config/load.ts';
import type { Finding } from './findings.ts';
import { schemaText } from './json-schema.ts';

export const SCHEMA_FILE = 'config.schema.json';

/** The line at the head of a configuration by which editors find that file. */
export const SCHEMA_LINE = `# yaml-language-server: $schema=./${SCHEMA_FILE}\n`;

/** Whether the schema that the configuration names is that of this castwatch; nothing if it names none of ours. */
export function schemaFindings(config: string): readonly Finding[] {
  const file = join(dirname(config), SCHEMA_FILE);
  let text: string | undefined;
  try {
    if (!readConfigText(config).includes(SCHEMA_LINE.trimEnd())) return [];
    text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  } catch (error) {
    return [{ what: 'schema', state: 'warn', words: `${file} cannot be compared: ${systemReason(error)}` }];
  }
  if (text === schemaText()) return [{ what: 'schema', state: 'ok', words: file }];
  const words = text === undefined ? `${file} is missing` : `${file} is of another version of castwatch`;
  const advice = `Editors check the configuration with it: castwatch config schema >${shellWord(file)}`;
  return [{ what: 'schema', state: 'warn', words, advice }];
}
