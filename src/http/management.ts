import type { TranscodeSettingsInput } from '../protocol/settings.ts';
import type { UserId, UserInput } from '../protocol/user.ts';
import type { ApiResponse, CallOptions, PageQuery } from './api.ts';
import { type Client, mapResponse } from './client.ts';
import { createDistinct } from './distinct.ts';
import { HttpError } from './errors.ts';

interface StreamsQuery extends PageQuery {
  /** Undefined: all applications. */
  readonly application?: string | undefined;
  readonly search?: string | undefined;
  readonly streamState?: string | undefined;
}

interface ApplicationsQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly appType?: string | undefined;
}

export type ManagementApi = ReturnType<typeof createManagementApi>;

/** Interface A, one method per endpoint (A2 to A14; the session uses A1). Every failure is a `CastwatchError`. */
export function createManagementApi(client: Client) {
  // The API documents two names for this member. After a 400 the other one is tried once; the one that works is
  // used from then on.
  let viewerIds = 'ids';
  let otherViewerIds: string | undefined = 'connectionIds';
  const distinct = createDistinct();
  return {
    async createUser(input: UserInput, options?: CallOptions) {
      const json = { data: { attributes: input } };
      const response = await client.call('createUser', { ...options, json, secrets: [input.password] });
      return mapResponse(response, ({ data }) => data);
    },
    async updateUser(userId: UserId, input: Partial<UserInput>, options?: CallOptions) {
      const json = { data: { attributes: input } };
      const secrets = input.password === undefined ? [] : [input.password];
      const response = await client.call('updateUser', { ...options, params: { userId }, json, secrets });
      return mapResponse(response, ({ data }) => data);
    },
    async deleteUser(userId: UserId, options?: CallOptions): Promise<ApiResponse<undefined>> {
      const response = await client.call('deleteUser', { ...options, params: { userId } });
      return mapResponse(response, () => undefined);
    },
    async streams({ application, ...query }: StreamsQuery, options?: CallOptions) {
      const params = { applicationName: application };
      const response = await client.call('streams', { ...options, params, query });
      return distinct.streams(mapResponse(response, ({ data }) => data));
    },
    streamBatch(ids: readonly string[], options?: CallOptions) {
      return distinct.streamBatch(ids, async (streamKeyIds) => {
        const response = await client.call('streamBatch', { ...options, json: { data: { streamKeyIds } } });
        return mapResponse(response, ({ data }) => data);
      });
    },
    async applications(query: ApplicationsQuery, options?: CallOptions) {
      const response = await client.call('applications', { ...options, query: { ...query } });
      return distinct.applications(mapResponse(response, ({ data }) => data));
    },
    async applicationBatch(names: readonly string[], options?: CallOptions) {
      const response = await client.call('applicationBatch', { ...options, json: { data: { names } } });
      return distinct.applicationBatch(mapResponse(response, ({ data }) => data));
    },
    async viewerBatch(ids: readonly string[], options?: CallOptions) {
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
    async journal(query: PageQuery, options?: CallOptions) {
      const response = await client.call('journal', { ...options, query: { ...query } });
      return mapResponse(response, ({ data }) => data);
    },
    async dashboard(options?: CallOptions) {
      return distinct.dashboard(mapResponse(await client.call('dashboard', options), ({ data }) => data));
    },
    async topology(options?: CallOptions) {
      return distinct.topology(mapResponse(await client.call('topology', options), ({ data }) => data));
    },
    /** With `{}` it changes nothing and returns all four settings. */
    async transcodeSettings(input: TranscodeSettingsInput, options?: CallOptions) {
      const json = { data: { attributes: input } };
      const response = await client.call('transcodeSettings', { ...options, json });
      return mapResponse(response, ({ data }) => data.attributes ?? {});
    },
    async replaceLicense(licenseKey: string, options?: CallOptions) {
      const json = { data: { attributes: { licenseKey } } };
      const response = await client.call('license', { ...options, json, secrets: [licenseKey] });
      return mapResponse(response, ({ data }) => data.attributes ?? {});
    },
  };
}
