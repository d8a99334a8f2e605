import type { ApiResponse } from '../http/api.ts';
import type { TranscodeSettings, TranscodeSettingsInput } from '../protocol/settings.ts';
import { carried, compare, judged } from './compared.ts';
import { readFailure } from './failure.ts';
import type { Mutations } from './mutations.ts';
import { type Outcome, withReadBack } from './outcome.ts';
import { runRead, runWrite, type WriteContext } from './write.ts';

export const transcodeFields = [
  'ffmpegPath',
  'ffmpegCommand',
  'transcodeTaskLimit',
  'thumbGenerateTaskLimit',
] as const satisfies readonly (keyof TranscodeSettings)[];
export type TranscodeField = (typeof transcodeFields)[number];

const READ_AGAIN = 'Read the settings again (r): they show which values hold.';

/** A13: read by an empty update, and changed only if the server still has the values that the user has seen. */
export function transcodeWrites(context: WriteContext): Pick<Mutations, 'readTranscode' | 'updateTranscode'> {
  const { api, known, clock } = context;
  const keep = (value: TranscodeSettings) =>
    known.setState({ transcode: { value, at: clock.now(), doubt: false } });

  const read = (change: TranscodeSettingsInput, signal?: AbortSignal) =>
    runRead(context, { action: 'read transcode settings', target: 'transcode settings' }, async () => {
      const response = { ...(await api.transcodeSettings({}, { signal })), message: undefined };
      keep(response.value);
      const changed = Object.keys(change).length > 0;
      const done = changed
        ? 'The transcode settings are as they were sent.'
        : 'The transcode settings are read.';
      return judgedSettings(change, response, done);
    });

  return {
    readTranscode: (signal) => read({}, signal),

    async updateTranscode(change, expected, signal) {
      const outcome = await runWrite<TranscodeSettings>(context, {
        action: 'update transcode settings',
        target: 'transcode settings',
        fields: { ...change },
        howToFindOut: READ_AGAIN,
        async send(announce) {
          let now: TranscodeSettings;
          try {
            now = (await api.transcodeSettings({}, { signal })).value;
          } catch (error) {
            const failure = readFailure(error);
            const message = `Not sent, nothing changed: the settings could not be read before. ${failure.message}`;
            return { ...failure, status: undefined, message };
          }
          const fields = differences(expected, now);
          if (Object.keys(fields).length > 0) {
            keep(now);
            return {
              kind: 'refused',
              fields,
              message:
                'Not sent: the settings changed on the server since they were read. Each field shows both values; Enter compares with the new ones.',
            };
          }
          await announce();
          const response = await api.transcodeSettings(change, { signal });
          context.refresh();
          const judged = judgedSettings(change, response, 'The transcode settings are updated.');
          if (judged.kind !== 'unknown') keep(response.value);
          return judged;
        },
      });
      const { transcode } = known.getState();
      if (outcome.kind === 'unknown' && transcode)
        known.setState({ transcode: { ...transcode, doubt: true } });
      const readBack = async (again?: AbortSignal): Promise<Outcome<TranscodeSettings>> =>
        withReadBack(await read(change, again), readBack);
      return withReadBack(outcome, readBack);
    },
  };
}

function judgedSettings(
  change: TranscodeSettingsInput,
  response: ApiResponse<TranscodeSettings>,
  done: string,
): Outcome<TranscodeSettings> {
  const { value } = response;
  const compared = transcodeFields.flatMap((field) => {
    const sent = change[field];
    // Only a limit may be null: then there is none.
    const found = field.endsWith('Limit') ? value[field] : carried(value[field]);
    return sent === undefined ? [] : [compare(field, sent, found)];
  });
  return judged(response, { value, compared, done, howToFindOut: READ_AGAIN });
}

function differences(before: TranscodeSettings, now: TranscodeSettings): Record<string, readonly string[]> {
  return Object.fromEntries(
    transcodeFields.flatMap((field) => {
      const [old, fresh] = [before[field]?.value, now[field]?.value];
      if ((old ?? null) === (fresh ?? null)) return [];
      const [was, is] = [settingText(field, old), settingText(field, fresh)];
      return [[field, [`It was ${was} when it was read, the server now says ${is}.`]]];
    }),
  );
}

function settingText(field: TranscodeField, value: string | number | null | undefined): string {
  if (value == null) return field.endsWith('Limit') ? 'no limit' : 'nothing';
  return typeof value === 'string' ? `‘${value}’` : String(value);
}
