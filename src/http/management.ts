import type { ManagementApi } from './api.ts';
import { type Client, mapAnswer } from './client.ts';

/** Interface A over a client (`api.md` A2 to A14). */
export function createManagementApi(client: Client): ManagementApi {
  return {
    async createUser(input, options) {
      const json = { data: { attributes: input } };
      const answer = await client.call('createUser', { ...options, json, secrets: [input.password] });
      return mapAnswer(answer, ({ data }) => data);
    },
    async updateUser(userId, input, options) {
      const json = { data: { attributes: input } };
      const secrets = input.password === undefined ? [] : [input.password];
      const answer = await client.call('updateUser', { ...options, params: { userId }, json, secrets });
      return mapAnswer(answer, ({ data }) => data);
    },
    async deleteUser(userId, options) {
      const answer = await client.call('deleteUser', { ...options, params: { userId } });
      return mapAnswer(answer, () => undefined);
    },
    async streams({ application, ...query }, options) {
      const params = { applicationName: application };
      const answer = await client.call('streams', { ...options, params, query });
      return mapAnswer(answer, ({ data }) => data);
    },
    async streamBatch(streamKeyIds, options) {
      const answer = await client.call('streamBatch', { ...options, json: { data: { streamKeyIds } } });
      return mapAnswer(answer, ({ data }) => data);
    },
    async applications(query, options) {
      const answer = await client.call('applications', { ...options, query: { ...query } });
      return mapAnswer(answer, ({ data }) => data);
    },
    async applicationBatch(names, options) {
      const answer = await client.call('applicationBatch', { ...options, json: { data: { names } } });
      return mapAnswer(answer, ({ data }) => data);
    },
    async viewerBatch(ids, options) {
      // Not under `data`, unlike the other two (A9).
      const answer = await client.call('viewerBatch', { ...options, json: { ids } });
      return mapAnswer(answer, ({ data }) => data);
    },
    async journal(query, options) {
      const answer = await client.call('journal', { ...options, query: { ...query } });
      return mapAnswer(answer, ({ data }) => data);
    },
    async dashboard(options) {
      return mapAnswer(await client.call('dashboard', options), ({ data }) => data);
    },
    async topology(options) {
      return mapAnswer(await client.call('topology', options), ({ data }) => data);
    },
    async transcodeSettings(input, options) {
      const json = { data: { attributes: input } };
      const answer = await client.call('transcodeSettings', { ...options, json });
      return mapAnswer(answer, ({ data }) => data.attributes);
    },
    async replaceLicense(licenseKey, options) {
      const json = { data: { attributes: { licenseKey } } };
      const answer = await client.call('license', { ...options, json, secrets: [licenseKey] });
      return mapAnswer(answer, ({ data }) => data.attributes);
    },
  };
}
