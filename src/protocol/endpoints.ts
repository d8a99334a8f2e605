import type * as z from 'zod';
import { applicationBatchSchema, applicationPageSchema } from './application.ts';
import { cloudCreatedSchema, possibleValuesSchema } from './cloud.ts';
import { dashboardSchema } from './dashboard.ts';
import { bareEnvelope } from './envelope.ts';
import { journalPageSchema } from './journal.ts';
import { loginSchema } from './login.ts';
import { licenseSchema, transcodeSettingsSchema } from './settings.ts';
import { streamBatchSchema, streamPageSchema } from './stream.ts';
import { topologySchema } from './topology.ts';
import { userSchema } from './user.ts';
import { viewerBatchSchema } from './viewer.ts';

export interface Endpoint {
  /** Number of the endpoint: A1 to A14 of the management interface, B1 and B2 of the cloud's. */
  readonly code: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the base URL; `{…}` is an encoded parameter. */
  readonly path: string;
  /** Its name in messages. */
  readonly title: string;
  readonly output: z.ZodType;
  /** Changes nothing on the server, so it is allowed in read-only mode. Batch look-ups are POSTs that only read. */
  readonly reads: boolean;
  /** castwatch may repeat it automatically after a failure. */
  readonly repeatable: boolean;
  /**
   * Limit of its response, bytes: many times what the largest cluster needs, and small enough to be parsed between
   * two keys.
   */
  readonly maxBytes: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Changes nothing, and may be asked again. */
const read = { reads: true, repeatable: true } as const;
const list = { ...read, maxBytes: 2 * MIB } as const;
const write = { reads: false, repeatable: false, maxBytes: 256 * KIB } as const;

/** Every endpoint once: method, path, output, whether it only reads, whether it may be repeated. */
export const endpoints = {
  login: {
    code: 'A1',
    method: 'POST',
    path: '/api/auth/login',
    title: 'login',
    output: loginSchema,
    reads: true,
    // A login whose response was lost may have counted against the limit of five a minute, so the session decides
    // about another attempt.
    repeatable: false,
    maxBytes: 64 * KIB,
  },
  createUser: {
    code: 'A2',
    method: 'POST',
    path: '/api/users',
    title: 'create user',
    output: userSchema,
    ...write,
  },
  updateUser: {
    code: 'A3',
    method: 'PATCH',
    path: '/api/users/{userId}',
    title: 'update user',
    output: userSchema,
    ...write,
  },
  deleteUser: {
    code: 'A4',
    method: 'DELETE',
    path: '/api/users/{userId}',
    title: 'delete user',
    output: bareEnvelope,
    ...write,
  },
  streams: {
    code: 'A5',
    method: 'GET',
    path: '/api/streams/{applicationName}',
    title: 'streams',
    output: streamPageSchema,
    ...list,
  },
  streamBatch: {
    code: 'A6',
    method: 'POST',
    path: '/api/streams/batch',
    title: 'watched streams',
    output: streamBatchSchema,
    ...list,
  },
  applications: {
    code: 'A7',
    method: 'GET',
    path: '/api/applications',
    title: 'applications',
    output: applicationPageSchema,
    ...list,
  },
  applicationBatch: {
    code: 'A8',
    method: 'POST',
    path: '/api/applications/batch',
    title: 'looked-up applications',
    output: applicationBatchSchema,
    ...list,
  },
  viewerBatch: {
    code: 'A9',
    method: 'POST',
    path: '/api/viewers/batch',
    title: 'viewers',
    output: viewerBatchSchema,
    ...list,
  },
  journal: {
    code: 'A10',
    method: 'GET',
    path: '/api/cluster/journal',
    title: 'journal',
    output: journalPageSchema,
    ...list,
  },
  dashboard: {
    code: 'A11',
    method: 'GET',
    path: '/api/cluster/dashboard',
    title: 'dashboard',
    output: dashboardSchema,
    ...read,
    maxBytes: 12 * MIB,
  },
  topology: {
    code: 'A12',
    method: 'GET',
    path: '/api/cluster/topology',
    title: 'topology',
    output: topologySchema,
    ...read,
    maxBytes: 12 * MIB,
  },
  // Without attributes it changes nothing and returns all four settings. It is still a PATCH, so read-only mode
  // refuses it.
  transcodeSettings: {
    code: 'A13',
    method: 'PATCH',
    path: '/api/transcode/settings',
    title: 'transcode settings',
    output: transcodeSettingsSchema,
    ...write,
  },
  license: {
    code: 'A14',
    method: 'PUT',
    path: '/api/license/settings',
    title: 'license',
    output: licenseSchema,
    ...write,
  },
  cloudCreate: {
    code: 'B1',
    method: 'POST',
    path: '/api/request/stream',
    title: 'create cloud stream',
    output: cloudCreatedSchema,
    ...write,
    maxBytes: MIB,
  },
  cloudValues: {
    code: 'B2',
    method: 'GET',
    path: '/api/request/stream/create-possible-values',
    title: 'possible values',
    output: possibleValuesSchema,
    ...read,
    maxBytes: MIB,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export type Output<N extends EndpointName> = z.output<(typeof endpoints)[N]['output']>;
