import type { CloudCreated, CloudStreamInput, PossibleValues } from '../protocol/cloud.ts';
import type { ApiResponse, CallOptions } from './api.ts';
import { type Client, mapResponse } from './client.ts';
import { cloudForm } from './multipart.ts';

/** Interface B: B1 and B2. */
export interface CloudApi {
  possibleValues(options?: CallOptions): Promise<ApiResponse<PossibleValues>>;
  createStream(
    input: CloudStreamInput,
    options?: CallOptions & {
      readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
    },
  ): Promise<ApiResponse<CloudCreated>>;
}

/** Interface B over a client. */
export function createCloudApi(client: Client): CloudApi {
  return {
    async possibleValues(options) {
      return mapResponse(await client.call('cloudValues', options), ({ possibleValues }) => possibleValues);
    },
    async createStream(input, options) {
      const { form, fileBytes } = await cloudForm(input);
      const { onProgress, signal } = options ?? {};
      return client.call('cloudCreate', {
        signal,
        form,
        // Fields and boundaries are some hundred bytes beside the files: they do not show in a progress bar.
        onSent: (bytes) => onProgress?.(Math.min(bytes, fileBytes), fileBytes),
      });
    },
  };
}
