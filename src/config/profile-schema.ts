import * as z from 'zod';
import { timeUnitsMs } from '../base/durations.ts';
import { INTERVAL_S } from './interval.ts';
import { nearest } from './nearest.ts';
import { isProfileName, PROFILE_NAME_RULE } from './profile-name.ts';
import { urlFault } from './url.ts';

/**
 * An object that accepts only its own keys. The error for another key lists the allowed ones, so that a misspelt
 * `readOnly` is found before it matters.
 */
function strict<S extends z.ZodRawShape>(shape: S, hints: Readonly<Record<string, string>> = {}) {
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

const text = z.string().min(1, 'must not be empty');
const baseUrl = z.string().superRefine((value, context) => {
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

const sources = {
  file: text.optional(),
  command: command.optional(),
  env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable')
    .optional(),
};
const askable = { ...sources, prompt: z.literal(true, 'prompt: true, or nothing').optional() };

type SecretShape = { file?: string; command?: string | string[]; env?: string; prompt?: true };

/** One source of a secret. Never the secret itself. */
function secret(what: string, shape: typeof sources | typeof askable) {
  const message = exactlyOne(what, Object.keys(shape).join(', '));
  return z
    .custom<SecretShape>((value) => typeof value === 'object' && value !== null, message)
    .pipe(strict<z.ZodRawShape>(shape).transform((value): SecretShape => value))
    .refine((value) => Object.values(value).filter((entry) => entry !== undefined).length === 1, message);
}

/**
 * A threshold of a triage rule, a duration with its unit (`20s`), or the parts of a family. Names and values are
 * checked by the caller, because triage defines them (`KnownNames.checkThresholds`).
 */
const figure = z.union([z.number().nonnegative('must not be negative'), text]);
const threshold = z.union([figure, z.record(z.string(), figure)], {
  error: 'expected a number, a duration such as 20s, or parts such as {warn: 85, crit: 95}',
});
const thresholds = z.record(z.string(), threshold);

const pattern = text.max(500, 'at most 500 characters').transform((source, context) => {
  try {
    return new RegExp(source, 'u');
  } catch {
    context.addIssue({ code: 'custom', message: 'not a regular expression' });
    return z.NEVER;
  }
});

const journalPattern = strict({
  match: pattern,
  severity: z.enum(['critical', 'warning', 'info']),
  title: text.max(60, 'at most 60 characters'),
});

const settings = {
  username: text.optional(),
  password: secret('password', askable).optional(),
  cloudUrl: baseUrl.optional(),
  apiKey: secret('key', sources).optional(),
  serverKey: secret('key', sources).optional(),
  readOnly: z.boolean().optional(),
  production: z.boolean().optional(),
  interval: z
    .number()
    .min(INTERVAL_S.min, `at least ${INTERVAL_S.min} second`)
    .max(INTERVAL_S.max, `at most ${INTERVAL_S.max} seconds`)
    .optional(),
  theme: text.optional(),
  allowHttp: z.boolean().optional(),
  caFile: text.optional(),
  thresholds: thresholds.optional(),
  journalPatterns: z.array(journalPattern).max(100, 'at most 100 patterns').optional(),
};

const hints = {
  token: 'castwatch logs in by itself',
  user: 'did you mean username?',
  key: 'did you mean apiKey?',
};
const profile = strict({ url: baseUrl, ...settings }, hints);
const profileName = z.string().refine(isProfileName, PROFILE_NAME_RULE);

const SIZE_UNITS = { MB: 1_000_000, GB: 1_000_000_000 } as const;

/** Text with a unit, such as `14d` or `2GB`, as a number of the table's smallest unit. */
function withUnit(units: Readonly<Record<string, number>>, example: string) {
  const form = new RegExp(`^(\\d+(?:\\.\\d+)?) ?(${Object.keys(units).join('|')})$`);
  return z.string().transform((text, context) => {
    const [, digits, unit] = form.exec(text) ?? [];
    const factor = units[unit ?? ''];
    if (factor !== undefined && Number(digits) > 0) return Number(digits) * factor;
    context.addIssue({ code: 'custom', message: `expected ${example}` });
    return z.NEVER;
  });
}

const time = withUnit(timeUnitsMs, 'a time with its unit (s, m, h, d), such as 14d').optional();
const history = strict({
  raw: time,
  minute: time,
  quarter: time,
  journal: time,
  maxBytes: withUnit(SIZE_UNITS, 'a size with its unit (MB, GB), such as 2GB').optional(),
});

const keys = z.union([text.transform((key) => [key]), z.array(text)], {
  error: 'expected a key in quotes, such as "3", or a list of them',
});

/** The whole file. */
export const configSchema = strict({
  defaults: strict(settings, { url: 'a URL belongs to a cluster', ...hints }).optional(),
  clusters: z.record(profileName, profile).optional(),
  default: profileName.optional(),
  keys: z.record(z.string(), keys).optional(),
  theme: text.optional(),
  units: z.enum(['bits', 'bytes']).optional(),
  mouse: z.boolean().optional(),
  history: history.optional(),
  notify: z.enum(['bell', 'osc9', 'osc777', 'none']).optional(),
});

export type ConfigFile = z.output<typeof configSchema>;
export type Profile = z.output<typeof profile>;
export type ProfileSettings = Omit<Profile, 'url'>;
export type SecretSetting = NonNullable<Profile['password']>;
export type Thresholds = z.output<typeof thresholds>;
export type Notify = NonNullable<ConfigFile['notify']>;
export type JournalPattern = z.output<typeof journalPattern>;
