import { openNamedFile } from '../base/private-file.ts';
import { systemReason } from '../base/system-error.ts';
import { expandPath } from '../config/paths.ts';
import { HttpError, RateLimited } from '../http/errors.ts';
import type { CloudStream, CloudStreamInput } from '../protocol/cloud.ts';
import { cloudLimits, type FilePart, type ImageFormat } from '../protocol/cloud.ts';
import { readQuantity } from '../protocol/leaves.ts';
import { carried, compare, judged } from './compared.ts';
import { readFailure, writeFailure } from './failure.ts';
import type { Mutations } from './mutations.ts';
import type { Compared, Outcome } from './outcome.ts';
import { runWrite, type WriteContext } from './write.ts';

const NO_CLOUD: Outcome<never> = {
  kind: 'refused',
  message: 'No cloud is configured: give --cloud-url and an API key, or set them in the profile.',
  fields: {},
};

/** Null in an answer says that there is none. */
const NULLABLE: readonly string[] = ['description', 'countdownStartDate', 'countdownTimezone'];
const API_DATE = /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/;
const IMAGE = 'an image';

const LOOK_FIRST =
  'Look for the stream in the cloud console before you send it again: otherwise there may be two.';

const NO_KEY = 'The answer has no stream key in the expected place: look at the whole answer.';

/** B1 and B2. */
export function cloudWrites(context: WriteContext): Pick<Mutations, 'cloudValues' | 'createCloudStream'> {
  const { cloud } = context;
  return {
    async cloudValues(signal) {
      if (!cloud) return NO_CLOUD;
      try {
        const { value } = await cloud.possibleValues({ signal });
        return { kind: 'confirmed', value, message: 'The possible values are read.' };
      } catch (error) {
        return explained(error, readFailure(error), 'Check the cloud URL.');
      }
    },

    async createCloudStream(input, options = {}) {
      if (!cloud) return NO_CLOUD;
      return runWrite<CloudStream>(context, {
        action: 'create cloud stream',
        // A stream key works like a password: anyone who has it may publish.
        target: `cloud stream ${input.name}`,
        fields: fieldsOf(input),
        howToFindOut: LOOK_FIRST,
        async send(announce) {
          await announce();
          try {
            const response = await cloud.createStream(input, options);
            const { stream } = response.value;
            const outcome = judged<CloudStream>(response, {
              value: stream,
              compared: comparedStream(input, stream),
              done: `The stream ${input.name} is created.`,
              howToFindOut: LOOK_FIRST,
              warning: stream.streamKey == null ? NO_KEY : undefined,
            });
            return { ...outcome, answer: response.answer };
          } catch (error) {
            const failure = writeFailure(error, LOOK_FIRST);
            return explained(error, failure, 'The cloud does not know the source id or the theme id.');
          }
        },
      });
    },
  };
}

/**
 * What was sent beside the stream in the answer. The API does not say how it shows a source or an image, so only the id of
 * a source, and that there is an image, are compared; nor how it writes a date, so another form of it is not.
 */
function comparedStream(input: CloudStreamInput, stream: CloudStream): readonly Compared[] {
  const { countdown, source, theme } = stream;
  const date = countdown?.startDate;
  const found: Readonly<Record<string, unknown>> = {
    ...stream,
    countdown: countdown?.isCountdown,
    countdownStartDate: date == null || API_DATE.test(date) ? date : undefined,
    countdownTimezone: countdown?.timezone,
    sourceId: readQuantity(Object(source).id),
    themeId: stream.themeId ?? theme?.id,
    thumbnailFile: stream.thumbnail && IMAGE,
    splashscreenFile: stream.splashscreen && IMAGE,
  };
  return Object.entries(fieldsOf(input)).map(([field, value]) => {
    const sent = field.endsWith('File') ? IMAGE : value;
    const wrapper = { value: found[field] };
    return compare(field, sent, NULLABLE.includes(field) ? wrapper : carried(wrapper));
  });
}

/** What to do about an error of the cloud, by its HTTP status. */
const remedies: Readonly<Record<number, string>> = {
  401: 'The API key is not accepted: check where castwatch reads it from.',
  403: 'Your plan’s limit of streams that are live at once is reached: end a stream, or change the plan.',
};
const RATE_LIMITED =
  'The cloud takes 500 requests a minute for this API key, from all programs together: wait a minute.';

function remedyOf(error: unknown, ifNotFound: string): string | undefined {
  if (error instanceof RateLimited) return RATE_LIMITED;
  if (!(error instanceof HttpError)) return undefined;
  return error.status === 404 ? ifNotFound : remedies[error.status];
}

/** An error of the cloud, with what to do about it. */
function explained<T>(error: unknown, failure: Outcome<T>, ifNotFound: string): Outcome<T> {
  const remedy = remedyOf(error, ifNotFound);
  // The remedy comes first, because the rest may be cut in a small window.
  return remedy === undefined ? failure : { ...failure, message: `${remedy} ${failure.message}` };
}

function fieldsOf({ thumbnailFile, splashscreenFile, ...fields }: CloudStreamInput): Record<string, unknown> {
  return {
    ...fields,
    ...(thumbnailFile && { thumbnailFile: `${thumbnailFile.format}, ${thumbnailFile.size} bytes` }),
    ...(splashscreenFile && {
      splashscreenFile: `${splashscreenFile.format}, ${splashscreenFile.size} bytes`,
    }),
  };
}

const HEAD_BYTES = 16;

/** Reads an image for B1, by its content and not by its name; or what is wrong with it, in words. */
export async function inspectImage(path: string): Promise<FilePart | { readonly problem: string }> {
  const full = expandPath(path);
  try {
    const handle = await openNamedFile(full);
    try {
      const stat = await handle.stat();
      if (stat.size > cloudLimits.imageBytes) {
        return { problem: `${Math.ceil(stat.size / 1024)} KB; at most ${cloudLimits.imageBytes / 1024} KB` };
      }
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const format = formatOf(buffer.subarray(0, bytesRead));
      if (!format) return { problem: 'its content is not jpeg, png, gif or webp' };
      return { path: full, format, size: stat.size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { problem: systemReason(error) };
  }
}

function formatOf(head: Buffer): ImageFormat | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'webp' : undefined;
}
