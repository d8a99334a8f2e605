import type { Application } from '../protocol/application.ts';
import type { Dashboard } from '../protocol/dashboard.ts';
import type { Batch, Page } from '../protocol/envelope.ts';
import type { JournalPage } from '../protocol/journal.ts';
import type { License, TranscodeSettings, TranscodeSettingsInput } from '../protocol/settings.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Topology } from '../protocol/topology.ts';
import type { User, UserId, UserInput } from '../protocol/user.ts';
import type { Viewer } from '../protocol/viewer.ts';
import type { ApiResponse, CallOptions, PageQuery } from './api.ts';
import { type Client, mapResponse } from './client.ts';
import { createDistinct } from './distinct.ts';
import { HttpError } from './errors.ts';

/** Interface A, one method per endpoint (A2 to A14; the session uses A1). Every failure is a `CastwatchError`. */
export interface ManagementApi {
  createUser(input: UserInput, options?: CallOptions): Promise<ApiResponse<User>>;
  updateUser(userId: UserId, input: Partial<UserInput>, options?: CallOptions): Promise<ApiResponse<User>>;
  deleteUser(userId: UserId, options?: CallOptions): Promise<ApiResponse<undefined>>;
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
  /** With `{}` it changes nothing and returns all four settings. */
  transcodeSettings(
    input: TranscodeSettingsInput,
    options?: CallOptions,
  ): Promise<ApiResponse<TranscodeSettings>>;
  replaceLicense(licenseKey: string, options?: CallOptions): Promise<ApiResponse<License>>;
}

/** Interface A over a client. */
export function createManagementApi(client: Client): ManagementApi {
  // The API documents two names for this member. After a 400 the other one is tried once; the one that works is
  // used from then on.
  let viewerIds = 'ids';
  let otherViewerIds: string | undefined = 'connectionIds';
  const distinct = createDistinct();
  return {
    async createUser(input, options) {
      const json = { data: { attributes: input } };
      const response = await client.call('createUser', { ...options, json, secrets: [input.password] });
      return mapResponse(response, ({ data }) => data);
    },
    async updateUser(userId, input, options) {
      const json = { data: { attributes: input } };
      const secrets = input.password === undefined ? [] : [input.password];
      const response = await client.call('updateUser', { ...options, params: { userId }, json, secrets });
      return mapResponse(response, ({ data }) => data);
    },
    async deleteUser(userId, options) {
      const response = await client.call('deleteUser', { ...options, params: { userId } });
      return mapResponse(response, () => undefined);
    },
    async streams({ application, ...query }, options) {
      const params = { applicationName: application };
      const response = await client.call('streams', { ...options, params, query });
      return distinct.streams(mapResponse(response, ({ data }) => data));
    },
    streamBatch(ids, options) {
      return distinct.streamBatch(ids, async (streamKeyIds) => {
        const response = await client.call('streamBatch', { ...options, json: { data: { streamKeyIds } } });
        return mapResponse(response, ({ data }) => data);
      });
    },
    async applications(query, options) {
      const response = await client.call('applications', { ...options, query: { ...query } });
      return distinct.applications(mapResponse(response, ({ data }) => data));
    },
    async applicationBatch(names, options) {
      const response = await client.call('applicationBatch', { ...options, json: { data: { names } } });
      return distinct.applicationBatch(mapResponse(response, ({ data }) => data));
    },
    async viewerBatch(ids, options) {
      // Not under `data`, unlike the other two (A9).
      const ask = (name: string) => client.call('viewerBatch', { ...options, json: { [name]: ids } });
      const response = await ask(viewerIds).catch(async (refused: unknown) => {
        const other = otherViewerIds;
        if (!(refused instanceof HttpError) || refused.status !== 400 || other === undefined) throw refused;
        otherViewerIds = undefined;
        const found = await ask(other);
        viewerIds = other;
        return found;
      });
      return mapResponse(response, ({ data }) => data);
    },
    async journal(query, options) {
      const response = await client.call('journal', { ...options, query: { ...query } });
      return mapResponse(response, ({ data }) => data);
    },
    async dashboard(options) {
      return distinct.dashboard(mapResponse(await client.call('dashboard', options), ({ data }) => data));
    },
    async topology(options) {
      return distinct.topology(mapResponse(await client.call('topology', options), ({ data }) => data));
    },
    async transcodeSettings(input, options) {
      const json = { data: { attributes: input } };
      const response = await client.call('transcodeSettings', { ...options, json });
      return mapResponse(response, ({ data }) => data.attributes ?? {});
    },
    async replaceLicense(licenseKey, options) {
      const json = { data: { attributes: { licenseKey } } };
      const response = await client.call('license', { ...options, json, secrets: [licenseKey] });
      return mapResponse(response, ({ data }) => data.attributes ?? {});
    },
  };
}
