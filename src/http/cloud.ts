import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { FormData } from 'undici';
import { oneLine } from '../base/safe-text.ts';
import type { CloudStreamInput, FilePart } from '../protocol/cloud.ts';
import type { CallOptions } from './api.ts';
import { type Client, mapResponse } from './client.ts';
import { InvalidInput } from './errors.ts';

export interface CloudSendOptions extends CallOptions {
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export type CloudApi = ReturnType<typeof createCloudApi>;

/** Interface B: B1 and B2. */
export function createCloudApi(client: Client) {
  return {
    async possibleValues(options?: CallOptions) {
      return mapResponse(await client.call('cloudValues', options), ({ possibleValues }) => possibleValues);
    },
    async createStream(input: CloudStreamInput, { onProgress, signal }: CloudSendOptions = {}) {
      const { form, fileBytes } = await cloudForm(input);
      return client.call('cloudCreate', {
        signal,
        form,
        // Fields and boundaries are some hundred bytes, which are not visible in a progress bar.
        onSent: (bytes) => onProgress?.(Math.min(bytes, fileBytes), fileBytes),
      });
    },
  };
}

/** The form of B1, and the total size of its files, which are read from disk while they are sent. */
async function cloudForm(input: CloudStreamInput): Promise<{ form: FormData; fileBytes: number }> {
  // Loaded with the first upload, because forms need cryptography, which takes 10 ms to load.
  const { FormData } = await import('undici/lib/web/fetch/formdata.js');
  const form = new FormData();
  let fileBytes = 0;
  const { thumbnailFile, splashscreenFile, ...fields } = input;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    form.append(name, String(typeof value === 'boolean' ? Number(value) : value));
  }
  for (const [name, file] of Object.entries({ thumbnailFile, splashscreenFile })) {
    if (!file) continue;
    form.append(name, await open(file), basename(file.path).toWellFormed());
    fileBytes += file.size;
  }
  return { form, fileBytes };
}

/** A view of the current file; if the file changes before it is sent, reading it fails. */
async function open(file: FilePart): Promise<Blob> {
  let blob: Blob;
  try {
    blob = await openAsBlob(file.path, { type: `image/${file.format}` });
  } catch (cause) {
    throw new InvalidInput('FILE', `The file cannot be read: ${oneLine(file.path)}`, { cause });
  }
  if (blob.size !== file.size) {
    throw new InvalidInput('FILE', `The file changed since it was chosen: ${oneLine(file.path)}`);
  }
  return blob;
}
