import * as z from 'zod';
import { isProfileName, PROFILE_NAME_RULE } from './profile-name.ts';
import { routeShape } from './route-schema.ts';
import { baseUrl, secret, sources, strict, text, time } from './value-schemas.ts';

/** Which incidents are sent, and how often. Settings of one way replace those of `alerts`. */
const rules = {
  severity: z.enum(['critical', 'warning', 'info']).optional(),
  kinds: z.array(text).min(1, 'must not be empty').optional(),
  clusters: z.array(z.string().refine(isProfileName, PROFILE_NAME_RULE)).optional(),
  for: time,
  every: time,
  limit: z.number().int().min(1, 'at least 1').max(1_000, 'at most 1000').optional(),
};

const argv = z.array(text).min(1, 'must not be empty');
const command = strict({ argv, timeout: time, ...rules });

/** Names of the bodies that a webhook can send. */
export const webhookFormats = ['castwatch', 'slack', 'teams', 'discord', 'pagerduty'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const token = () => secret('token', sources).optional();
const called = {
  url: z.union([text, secret('URL', sources)]),
  caFile: text.optional(),
  ...routeShape(),
  private: z.boolean().optional(),
};

/** `alerts:` of the configuration: who is told of incidents. */
export const alertsSchema = strict({
  ...rules,
  monitor: z.boolean().optional(),
  runbook: z
    .string()
    .max(500, 'at most 500 characters')
    .regex(/^https?:\/\/\S+$/, 'expected an address, such as https://wiki.example.com/{kind}')
    .optional(),
  alertmanager: strict({
    urls: z.array(baseUrl).min(1, 'must not be empty').max(10, 'at most 10 members'),
    token: token(),
    username: text.optional(),
    password: secret('password', sources).optional(),
    caFile: text.optional(),
    ...routeShape('authorization'),
    allowHttp: z.boolean().optional(),
    silences: z.boolean().optional(),
    heartbeat: z.boolean().optional(),
    ...rules,
  }).optional(),
  command: z
    .union([argv.transform((words): z.output<typeof command> => ({ argv: words })), command], {
      error: 'expected the words of a command as a list, or argv with further settings',
    })
    .optional(),
  webhook: strict({
    ...called,
    format: z.enum(webhookFormats).optional(),
    secret: token(),
    routingKey: token(),
    ...rules,
  }).optional(),
  heartbeat: strict({ ...called, every: time }).optional(),
});

export type AlertsFile = z.output<typeof alertsSchema>;
