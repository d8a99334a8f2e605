import * as z from 'zod';
import { commands } from '../../actions/commands.ts';
import { configSchema } from '../../config/profile-schema.ts';
import { askable, sources } from '../../config/value-schemas.ts';
import { sensitivities, sensitivityTable } from '../../triage/sensitivity.ts';
import { allowedThreshold, type Threshold, thresholds, writtenThreshold } from '../../triage/thresholds.ts';
import { themeChoices } from '../../ui/theme/background.ts';
import { clusterSettings, generalSettings } from '../help/man-text.ts';

type Schema = Record<string, unknown>;

/**
 * The configuration as JSON Schema (draft 7, as editors read it), as the text of its file, with the names and words
 * that the manual has. It allows what a start allows, but does not compare settings with each other.
 */
export function schemaText(): string {
  const schema = z.toJSONSchema(configSchema, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, path }) => {
      const [name, parent] = [String(path.at(-1)), path.at(-2)];
      const own = parent === 'properties' ? special[name] : undefined;
      if (own) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, own);
      }
    },
  });
  // A copy, because settings that share a schema share its object.
  const copy = { ...JSON.parse(JSON.stringify(schema)), title: 'castwatch configuration' };
  return `${JSON.stringify(described(copy), null, 2)}\n`;
}

const descriptions: Readonly<Record<string, string>> = { ...clusterSettings, ...generalSettings };

/** Adds the words of the manual to each property that has a setting's name. */
function described<T extends object>(node: T): T {
  for (const [name, child] of Object.entries(node)) {
    if (typeof child !== 'object' || child === null) continue;
    described(child);
    if (name !== 'properties') continue;
    for (const [setting, form] of Object.entries<Schema>(child)) form.description ??= descriptions[setting];
  }
  return node;
}

const url = { type: 'string', pattern: '^https?://' };

/** Settings whose schema in the program cannot be converted, or does not know the names of other parts. */
const special: Readonly<Record<string, Schema>> = {
  url,
  cloudUrl: url,
  password: secretForm(askable),
  apiKey: secretForm(sources),
  serverKey: secretForm(sources),
  theme: { type: 'string', enum: themeChoices },
  keys: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      commands.map(({ id, title }) => [
        id,
        {
          description: title,
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string', minLength: 1 } }],
        },
      ]),
    ),
  },
  thresholds: { type: 'object', additionalProperties: false, properties: thresholdForms() },
};

function secretForm(forms: Readonly<Record<string, z.ZodType>>): Schema {
  const properties = Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [name, plainSchema(form)]),
  );
  return { type: 'object', additionalProperties: false, minProperties: 1, maxProperties: 1, properties };
}

function plainSchema(form: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(form, { target: 'draft-07', io: 'input' });
  return schema;
}

function thresholdForms(): Readonly<Record<string, Schema>> {
  const families = Map.groupBy(thresholds, ({ family }) => family);
  const kinds = Object.entries(sensitivityTable).map(
    ([name, { words }]) => [name, { enum: sensitivities, description: words }] as const,
  );
  return {
    sensitivity: { type: 'object', additionalProperties: false, properties: Object.fromEntries(kinds) },
    ...Object.fromEntries(thresholds.map((row) => [row.name, figureForm(row)])),
    ...Object.fromEntries(
      [...families].map(([family, rows]) => [
        family,
        {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(rows.map((row) => [row.part, figureForm(row)])),
        },
      ]),
    ),
  };
}

function figureForm(row: Threshold): Schema {
  const { unit, least, most, words } = row;
  const isTime = unit === 'seconds' || unit === 'milliseconds';
  const standard = writtenThreshold(row, row.default);
  return {
    description: `${words} (${allowedThreshold(row)}; default ${standard})`,
    ...(isTime
      ? {
          anyOf: [
            { type: 'number', minimum: 0 },
            { type: 'string', pattern: '^ *[0-9.]+ *(ms|s|m|h) *$' },
          ],
        }
      : { type: 'number', minimum: least, ...(most < Number.MAX_SAFE_INTEGER && { maximum: most }) }),
  };
}
