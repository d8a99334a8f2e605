import { errorMessage } from '../base/system-error.ts';
import { ConfigError } from '../config/error.ts';
import { expandPath } from '../config/paths.ts';
import { HIDDEN } from '../config/redact.ts';
import { readSecret } from '../config/secrets.ts';
import { HttpError } from '../http/errors.ts';
import { compareSecret, judged } from './compared.ts';
import { writeFailure } from './failure.ts';
import type { LicenseSource, Mutations } from './mutations.ts';
import type { Outcome } from './outcome.ts';
import { runWrite, type WriteContext } from './write.ts';

const REPLACE_AGAIN = 'Replace it with the same key again: that is safe.';

/** A14. The key is sent to the server and stored nowhere. */
export function licenseWrites(context: WriteContext): Pick<Mutations, 'replaceLicense'> {
  const { api, known, clock } = context;
  const remember = (lockedBy: string | undefined, replaced: boolean) =>
    known.setState(({ license }) => ({
      license: { lockedBy, replacedAt: replaced ? clock.now() : license?.replacedAt },
    }));

  return {
    replaceLicense: (source, signal) =>
      runWrite(context, {
        action: 'replace license',
        target: 'license key',
        fields: { licenseKey: HIDDEN, ...('file' in source && { from: 'a file' }) },
        howToFindOut: REPLACE_AGAIN,
        async send(announce): Promise<Outcome<undefined>> {
          const key = await keyOf(source, context);
          if (typeof key !== 'string') return key;
          await announce();
          try {
            const response = await api.replaceLicense(key, { signal });
            const { licenseKey } = response.value;
            const outcome = judged(response, {
              value: undefined,
              compared: [compareSecret('licenseKey', key, licenseKey)],
              done: 'The license key is replaced.',
              howToFindOut: REPLACE_AGAIN,
            });
            remember(licenseKey?.lockedBy ?? undefined, outcome.kind === 'confirmed');
            context.refresh();
            return outcome;
          } catch (error) {
            if (!(error instanceof HttpError) || !isFixed(error)) throw error;
            const failure = writeFailure(error, '');
            const variable = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(wordsOf(error))?.[0];
            remember(variable ?? 'the server', false);
            const by =
              variable === undefined
                ? 'by the server’s environment'
                : `by the environment variable ${variable}`;
            return {
              ...failure,
              message: `The license key is fixed ${by}, so it cannot be replaced from here: change it where the server is started. ${failure.message}`,
            };
          }
        },
      }),
  };
}

async function keyOf(source: LicenseSource, { clock, env }: WriteContext): Promise<string | Outcome<never>> {
  if ('key' in source) return source.key;
  try {
    const file = { kind: 'file', path: expandPath(source.file) } as const;
    const key = (await readSecret(file, 'license key', { clock, env })).reveal().trim();
    if (key === '')
      throw new ConfigError('secret', `license key: the file ${source.file} contains only blanks`);
    return key;
  } catch (error) {
    return { kind: 'refused', message: 'Not sent.', fields: { file: [errorMessage(error)] } };
  }
}

function wordsOf(error: HttpError): string {
  return [...(error.fields.licenseKey ?? []), error.serverMessage ?? ''].join(' ');
}

/**
 * Whether the key is set in the server's environment. Servers report that as 409, as 403, or as text with another
 * status.
 */
function isFixed(error: HttpError): boolean {
  return error.status === 409 || error.status === 403 || /environment variable|overrid/i.test(wordsOf(error));
}
