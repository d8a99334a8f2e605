import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CloudImage, MOST_IMAGE_BYTES, readForm, readImage, regions, timezones } from '../cloud-form.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';

/** B1 and B2. The hook around them checks the key. */
export function cloudRoutes(app: FastifyInstance, { world, cloud }: Context): void {
  app.post('/api/request/stream', async (request) => {
    if (!request.isMultipart()) throw new ApiError(400, 'The body must be multipart/form-data');
    const { fields, images, refused } = await readParts(request);
    const form = readForm(fields, images);
    if (refused) throw refused;
    return { message: 'Stream created', stream: cloud.create(form, world.now()) };
  });

  app.get('/api/request/stream/create-possible-values', async () => ({
    possibleValues: { timezones, regions, isTranscodingEnabled: true },
  }));
}

interface Parts {
  readonly fields: Map<string, string>;
  readonly images: Map<string, CloudImage>;
  /** The first error in a file. */
  refused: ApiError | undefined;
}

/** Reads all parts, even after a file was refused, because the response is sent after the request has ended. */
async function readParts(request: FastifyRequest): Promise<Parts> {
  const parts: Parts = { fields: new Map(), images: new Map(), refused: undefined };
  const limits = { fileSize: MOST_IMAGE_BYTES, files: 8, fields: 64, fieldSize: 64 * 1024 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') parts.fields.set(part.fieldname, String(part.value));
      else await takeFile(part, parts);
    }
  } catch {
    // The parser's errors are caused by the client.
    throw new ApiError(400, 'Malformed multipart body');
  }
  return parts;
}

async function takeFile(part: MultipartFile, parts: Parts): Promise<void> {
  if (part.fieldname !== 'thumbnailFile' && part.fieldname !== 'splashscreenFile') {
    part.file.resume();
    return;
  }
  try {
    parts.images.set(part.fieldname, await readImage(part));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    parts.refused ??= error;
  }
}
