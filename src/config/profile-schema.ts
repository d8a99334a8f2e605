import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { alertsSchema } from './alerts-schema.ts';
import { INTERVAL_S } from './interval.ts';
import { ownCommandsSchema } from './own-commands.ts';
import { isProfileName, PROFILE_NAME_RULE } from './profile-name.ts';
import { routeShape } from './route-schema.ts';
import { askable, baseUrl, secret, sources, strict, text, time, withUnit } from './value-schemas.ts';

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
  wholeClusterWork: z.boolean().optional(),
  interval: z
    .number()
    .min(INTERVAL_S.min, `at least ${INTERVAL_S.min} second`)
    .max(INTERVAL_S.max, `at most ${INTERVAL_S.max} seconds`)
    .optional(),
  theme: text.optional(),
  allowHttp: z.boolean().optional(),
  caFile: text.optional(),
  ...routeShape('authorization', 'x-api-key'),
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

const history = strict({
  raw: time,
  minute: time,
  quarter: time,
  journal: time,
  maxBytes: withUnit(SIZE_UNITS, 'a size with its unit (MB, GB), such as 2GB').optional(),
  // A service reads a copy of the configuration in another place, so a relative path would change its meaning.
  directory: text
    .refine(isAbsolute, 'expected a path from the root, such as /var/lib/castwatch-history')
    .optional(),
  prometheus: strict({
    url: baseUrl,
    labels: z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'the name of a label'), text).optional(),
    token: secret('token', sources).optional(),
    caFile: text.optional(),
    ...routeShape('authorization'),
  }).optional(),
});

const keys = z.union([text.transform((key) => [key]), z.array(text)], {
  error: 'expected a key in quotes, such as "3", or a list of them',
});

/** The whole file. */
export const configSchema = strict({
  defaults: strict(settings, { url: 'a URL belongs to a cluster', ...hints }).optional(),
  clusters: z.record(profileName, profile).optional(),
  fleets: z.record(profileName, z.array(profileName).min(1, 'must not be empty')).optional(),
  default: profileName.optional(),
  keys: z.record(z.string(), keys).optional(),
  commands: ownCommandsSchema.optional(),
  theme: text.optional(),
  units: z.enum(['bits', 'bytes']).optional(),
  mouse: z.boolean().optional(),
  history: history.optional(),
  alerts: alertsSchema.optional(),
  notify: z.enum(['bell', 'osc9', 'osc777', 'none']).optional(),
});

export type ConfigFile = z.output<typeof configSchema>;
export type Profile = z.output<typeof profile>;
export type ProfileSettings = Omit<Profile, 'url'>;
export type SecretSetting = NonNullable<Profile['password']>;
export type Thresholds = z.output<typeof thresholds>;
export type Notify = NonNullable<ConfigFile['notify']>;
export type JournalPattern = z.output<typeof journalPattern>;
