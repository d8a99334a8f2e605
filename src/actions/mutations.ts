import type { Clock } from '../base/clock.ts';
import type { AuditLog } from '../config/audit.ts';
import type { ClusterMemoryFile, KnownUser } from '../config/state-files.ts';
import type { CloudApi, CloudSendOptions } from '../http/cloud.ts';
import type { ManagementApi } from '../http/management.ts';
import type { CloudStream, CloudStreamInput, FilePart, PossibleValues } from '../protocol/cloud.ts';
import type { TranscodeSettings, TranscodeSettingsInput } from '../protocol/settings.ts';
import type { UserId, UserInput } from '../protocol/user.ts';
import type { Silencer } from '../triage/silenced.ts';
import type { KnownWrites, UserFacts } from './known.ts';
import type { Outcome } from './outcome.ts';

/** The part of a cluster's memory on disk that writes need. */
export type ClusterMemory = Pick<ClusterMemoryFile, 'read' | 'rememberUser' | 'forgetUser' | 'markExplained'>;

/** A license key: typed, or in a file that no other user can read. */
export type LicenseSource = { readonly key: string } | { readonly file: string };

export interface SilenceRequest {
  /** Key of a problem of the incident; undefined: the whole cluster. */
  readonly key: string | undefined;
  /** The object, in words. */
  readonly what: string;
  /** Unix ms. */
  readonly until: number;
  readonly comment: string;
}

/**
 * Every write to a cluster (A2–A4, A13, A14, B1), and what is known of the objects that they write. No call
 * rejects, none is repeated automatically, and each is logged in the audit file. `known` contains no secret.
 */
export interface Mutations {
  readonly known: { getState(): KnownWrites; subscribe(listener: () => void): () => void };
  /** A2 */
  createUser(input: UserInput, signal?: AbortSignal): Promise<Outcome<UserFacts>>;
  /** A3 with an empty body: changes nothing. It is the only way to read a user, but still a `PATCH`. */
  readUser(id: UserId, signal?: AbortSignal): Promise<Outcome<UserFacts>>;
  /** A3: sends only the given values. */
  updateUser(id: UserId, change: Partial<UserInput>, signal?: AbortSignal): Promise<Outcome<UserFacts>>;
  /** A4. After a 404 the user is forgotten here, too. */
  deleteUser(user: KnownUser, signal?: AbortSignal): Promise<Outcome<undefined>>;
  /** Adds a user to the list on this machine; sends nothing. Resolves to a message if that failed. */
  rememberUser(user: KnownUser): Promise<string | undefined>;
  /** Removes a user from that list; sends nothing. Resolves to a message if that failed. */
  forgetUser(id: UserId): Promise<string | undefined>;
  /** A13 with an empty body: changes nothing. It is the only way to read the settings, but still a `PATCH`. */
  readTranscode(signal?: AbortSignal): Promise<Outcome<TranscodeSettings>>;
  /**
   * A13. Reads the settings again just before. If they differ from `expected`, nothing is sent, and the outcome is
   * `refused` with both values for each field that changed.
   */
  updateTranscode(
    change: TranscodeSettingsInput,
    expected: TranscodeSettings,
    signal?: AbortSignal,
  ): Promise<Outcome<TranscodeSettings>>;
  /** A14. The key itself is never returned. */
  replaceLicense(source: LicenseSource, signal?: AbortSignal): Promise<Outcome<undefined>>;
  /** B2 */
  cloudValues(signal?: AbortSignal): Promise<Outcome<PossibleValues>>;
  /** B1. The outcome's value contains the publishing credentials: show them only on request. */
  createCloudStream(input: CloudStreamInput, options?: CloudSendOptions): Promise<Outcome<CloudStream>>;
  /** Reads an image file: a part for B1, or what is wrong with it. Sends nothing. */
  inspectImage(path: string): Promise<FilePart | { readonly problem: string }>;
  /** Undefined without an Alertmanager in which castwatch may write silences. */
  readonly silence?:
    | {
        readonly matchers: Silencer['matchers'];
        add(request: SilenceRequest): Promise<Outcome<undefined>>;
      }
    | undefined;
  /** Remembers that an explanation was shown, such as `transcode-read`. Resolves to a message if that failed. */
  markExplained(what: string): Promise<string | undefined>;
}

export interface MutationsOptions {
  readonly api: ManagementApi;
  /** Undefined if no cloud is configured. */
  readonly cloud: CloudApi | undefined;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly memory: ClusterMemory;
  /** Name of the cluster, for the audit. */
  readonly cluster: string;
  /** The user who is logged in, for the audit. */
  readonly user: () => string;
  readonly clock: Clock;
  /** The environment, for reading a license from a file; never sent or stored. */
  readonly env: NodeJS.ProcessEnv;
  /** Send nothing that cannot be written to the audit. */
  readonly production?: boolean | undefined;
  readonly silencer?: Silencer | undefined;
  /** Makes the monitor read again what a write changed. */
  readonly refresh: () => void;
}
