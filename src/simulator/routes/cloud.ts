import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type CloudImage, regions, timezones } from '../cloud.ts';
import { MOST_IMAGE_BYTES, readForm, readImage } from '../cloud-form.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';

/** B1 and B2. The key is checked by the hook around them. */
export function cloudRoutes(app: FastifyInstance, { world, cloud }: Context): void {
  app.post('/api/request/stream', { config: { endpoint: 'cloud-create' } }, async (request) => {
    if (!request.isMultipart()) throw new ApiError(400, 'The body must be multipart/form-data');
    const fields = new Map<string, string>();
    const images = new Map<string, CloudImage>();
    let refused: unknown;
    const limits = { fileSize: MOST_IMAGE_BYTES, files: 8, fields: 64, fieldSize: 64 * 1024 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      // All parts are read even after one was refused: the answer comes when the request is over.
      try {
        await takeFile(part, images);
      } catch (error) {
        refused ??= error;
      }
    }
    const form = readForm(fields, images);
    if (refused) throw refused;
    return { message: 'Stream created', stream: cloud.create(form, world.now()) };
  });

  app.get(
    '/api/request/stream/create-possible-values',
    { config: { endpoint: 'cloud-values' } },
    async () => ({
      possibleValues: { timezones, regions, isTranscodingEnabled: true },
    }),
  );
}

async function takeFile(part: MultipartFile, images: Map<string, CloudImage>): Promise<void> {
  if (part.fieldname === 'thumbnailFile' || part.fieldname === 'splashscreenFile') {
    images.set(part.fieldname, await readImage(part));
    return;
  }
  part.file.resume();
}
