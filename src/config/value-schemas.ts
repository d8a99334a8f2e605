import * as z from 'zod';
import { timeUnitsMs } from '../base/durations.ts';
import { nearest } from './nearest.ts';
import { urlFault } from './url.ts';

/** What several parts of the configuration's schema are made of. */

/**
 * An object that accepts only its own keys. The error for another key lists the allowed ones, so that a misspelt
 * `readOnly` is found before it matters.
 */
export function strict<S extends z.ZodRawShape>(shape: S, hints: Readonly<Record<string, string>> = {}) {
  const allowed = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys')
        return `expected keys with values; allowed: ${allowed.join(', ')}`;
      const said = issue.keys.map((key) => {
        const meant = nearest(key, allowed);
        const hint = hints[key] ?? (meant === undefined ? '' : `did you mean ${meant}?`);
        return `unknown key ${JSON.stringify(key)}${hint === '' ? '' : ` (${hint})`}`;
      });
      return `${said.join(', ')}; allowed: ${allowed.join(', ')}`;
    },
  });
}

export const text = z.string().min(1, 'must not be empty');
export const baseUrl = z.string().superRefine((value, context) => {
  const fault = urlFault(value);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});
const command = z.union([text, z.array(text).min(1, 'must not be empty')], {
  error: 'a command is text (run by the shell) or a list of words (run without a shell)',
});

function exactlyOne(what: string, forms: string) {
  return {
    error: (issue: { input?: unknown }) =>
      typeof issue.input === 'string'
        ? `a ${what} is never written into the configuration itself; allowed: ${forms}`
        : `say where the ${what} comes from with exactly one of ${forms}`,
  };
}

export const sources = {
  file: text.optional(),
  command: command.optional(),
  env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable')
    .optional(),
};
export const askable = { ...sources, prompt: z.literal(true, 'prompt: true, or nothing').optional() };

type SecretShape = { file?: string; command?: string | string[]; env?: string; prompt?: true };

/** One source of a secret. Never the secret itself. */
export function secret(what: string, shape: typeof sources | typeof askable) {
  const message = exactlyOne(what, Object.keys(shape).join(', '));
  return z
    .custom<SecretShape>((value) => typeof value === 'object' && value !== null, message)
    .pipe(strict<z.ZodRawShape>(shape).transform((value): SecretShape => value))
    .refine((value) => Object.values(value).filter((entry) => entry !== undefined).length === 1, message);
}

/** Text with a unit, such as `14d` or `2GB`, as a number of the table's smallest unit. */
export function withUnit(units: Readonly<Record<string, number>>, example: string) {
  const form = new RegExp(`^(\\d+(?:\\.\\d+)?) ?(${Object.keys(units).join('|')})$`);
  return z.string().transform((text, context) => {
    const [, digits, unit] = form.exec(text) ?? [];
    const factor = units[unit ?? ''];
    if (factor !== undefined && Number(digits) > 0) return Number(digits) * factor;
    context.addIssue({ code: 'custom', message: `expected ${example}` });
    return z.NEVER;
  });
}

/** A time with its unit, as ms. */
export const time = withUnit(timeUnitsMs, 'a time with its unit (s, m, h, d), such as 14d').optional();
