import type { Application } from '../protocol/application.ts';
import type { CloudCreated, CloudStreamInput, PossibleValues } from '../protocol/cloud.ts';
import type { Dashboard } from '../protocol/dashboard.ts';
import type { Batch, Page } from '../protocol/envelope.ts';
import type { JournalPage } from '../protocol/journal.ts';
import type { ParsedResponse } from '../protocol/parsed-response.ts';
import type { License, TranscodeSettings, TranscodeSettingsInput } from '../protocol/settings.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Topology } from '../protocol/topology.ts';
import type { User, UserInput } from '../protocol/user.ts';
import type { Viewer } from '../protocol/viewer.ts';

/** One response: what it said, and what is known about it. */
export interface ApiResponse<T> extends ParsedResponse<T> {
  /** `message` of the envelope, where there is one. */
  readonly message: string | undefined;
  readonly status: number;
  /** Size of the body, bytes. */
  readonly bytes: number;
  /** From sending to the last byte, ms. */
  readonly duration: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface PageQuery {
  readonly page?: number | undefined;
  readonly rowsPerPage?: number | undefined;
  readonly orderBy?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Interface A, one method an endpoint (`api.md` A2 to A14; A1 belongs to the session). Every failure is a `CastwatchError`. */
export interface ManagementApi {
  createUser(input: UserInput, options?: CallOptions): Promise<ApiResponse<User>>;
  updateUser(userId: number, input: Partial<UserInput>, options?: CallOptions): Promise<ApiResponse<User>>;
  deleteUser(userId: number, options?: CallOptions): Promise<ApiResponse<undefined>>;
  /** Without `application`: all applications. */
  streams(
    query: PageQuery & {
      application?: string | undefined;
      search?: string | undefined;
      streamState?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<ApiResponse<Page<Stream>>>;
  streamBatch(streamIds: readonly string[], options?: CallOptions): Promise<ApiResponse<Batch<Stream>>>;
  applications(
    query: PageQuery & { search?: string | undefined; appType?: string | undefined },
    options?: CallOptions,
  ): Promise<ApiResponse<Page<Application>>>;
  applicationBatch(names: readonly string[], options?: CallOptions): Promise<ApiResponse<Batch<Application>>>;
  viewerBatch(ids: readonly string[], options?: CallOptions): Promise<ApiResponse<Batch<Viewer>>>;
  journal(query: PageQuery, options?: CallOptions): Promise<ApiResponse<JournalPage>>;
  dashboard(options?: CallOptions): Promise<ApiResponse<Dashboard>>;
  topology(options?: CallOptions): Promise<ApiResponse<Topology>>;
  /** With `{}` it changes nothing and reads all four. */
  transcodeSettings(
    input: TranscodeSettingsInput,
    options?: CallOptions,
  ): Promise<ApiResponse<TranscodeSettings>>;
  replaceLicense(licenseKey: string, options?: CallOptions): Promise<ApiResponse<License>>;
}

/** Interface B (`api.md` B1, B2). */
export interface CloudApi {
  possibleValues(options?: CallOptions): Promise<ApiResponse<PossibleValues>>;
  createStream(
    input: CloudStreamInput,
    options?: CallOptions & {
      readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
    },
  ): Promise<ApiResponse<CloudCreated>>;
}
