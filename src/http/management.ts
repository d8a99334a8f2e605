import type { ManagementApi } from './api.ts';
import { type Client, mapResponse } from './client.ts';

/** Interface A over a client (`api.md` A2 to A14). */
export function createManagementApi(client: Client): ManagementApi {
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
      return mapResponse(response, ({ data }) => data);
    },
    async streamBatch(streamKeyIds, options) {
      const response = await client.call('streamBatch', { ...options, json: { data: { streamKeyIds } } });
      return mapResponse(response, ({ data }) => data);
    },
    async applications(query, options) {
      const response = await client.call('applications', { ...options, query: { ...query } });
      return mapResponse(response, ({ data }) => data);
    },
    async applicationBatch(names, options) {
      const response = await client.call('applicationBatch', { ...options, json: { data: { names } } });
      return mapResponse(response, ({ data }) => data);
    },
    async viewerBatch(ids, options) {
      // Not under `data`, unlike the other two (A9).
      const response = await client.call('viewerBatch', { ...options, json: { ids } });
      return mapResponse(response, ({ data }) => data);
    },
    async journal(query, options) {
      const response = await client.call('journal', { ...options, query: { ...query } });
      return mapResponse(response, ({ data }) => data);
    },
    async dashboard(options) {
      return mapResponse(await client.call('dashboard', options), ({ data }) => data);
    },
    async topology(options) {
      return mapResponse(await client.call('topology', options), ({ data }) => data);
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
