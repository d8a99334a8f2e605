import type { TranscodeSettings } from '../protocol/settings.ts';
import { readFailure } from './failure.ts';
import type { Mutations } from './mutations.ts';
import { withServerWords } from './outcome.ts';
import { unreadableWarning } from './unreadable.ts';
import { runRead, runWrite, type WriteContext } from './write.ts';

export const transcodeFields = [
  'ffmpegPath',
  'ffmpegCommand',
  'transcodeTaskLimit',
  'thumbGenerateTaskLimit',
] as const satisfies readonly (keyof TranscodeSettings)[];
export type TranscodeField = (typeof transcodeFields)[number];

/** A13: read by an empty update, and changed only if the server still has the values that the user has seen. */
export function transcodeWrites(context: WriteContext): Pick<Mutations, 'readTranscode' | 'updateTranscode'> {
  const { api, known, clock } = context;
  const keep = (value: TranscodeSettings) =>
    known.setState({ transcode: { value, at: clock.now(), doubt: false } });

  return {
    readTranscode: (signal) =>
      runRead(context, { action: 'read transcode settings', target: 'transcode settings' }, async () => {
        const { value, unreadable } = await api.transcodeSettings({}, { signal });
        keep(value);
        const warning = unreadableWarning(unreadable, 'They are read');
        return { kind: 'ok', value, message: 'The transcode settings are read.', warning };
      }),

    async updateTranscode(change, expected, signal) {
      const outcome = await runWrite<TranscodeSettings>(context, {
        action: 'update transcode settings',
        target: 'transcode settings',
        fields: { ...change },
        howToFindOut: 'Read the settings again (r): they show which values hold.',
        async send(announce) {
          let now: TranscodeSettings;
          try {
            now = (await api.transcodeSettings({}, { signal })).value;
          } catch (error) {
            const failure = readFailure(error);
            return {
              ...failure,
              message: `Not sent: the settings could not be read before. ${failure.message}`,
            };
          }
          const fields = differences(expected, now);
          if (Object.keys(fields).length > 0) {
            keep(now);
            return {
              kind: 'refused',
              status: undefined,
              fields,
              message:
                'Not sent: the settings changed on the server since they were read. Each field shows both values; Enter compares with the new ones.',
            };
          }
          await announce();
          const { value, unreadable, message: said } = await api.transcodeSettings(change, { signal });
          keep(value);
          context.refresh();
          const message = withServerWords('The transcode settings are updated.', said);
          return { kind: 'ok', value, message, warning: unreadableWarning(unreadable) };
        },
      });
      const { transcode } = known.getState();
      if (outcome.kind === 'unknown' && transcode)
        known.setState({ transcode: { ...transcode, doubt: true } });
      return outcome;
    },
  };
}

function differences(before: TranscodeSettings, now: TranscodeSettings): Record<string, readonly string[]> {
  return Object.fromEntries(
    transcodeFields.flatMap((field) => {
      const [old, fresh] = [before[field]?.value, now[field]?.value];
      if ((old ?? null) === (fresh ?? null)) return [];
      return [
        [
          field,
          [
            `It was ${settingText(field, old)} when it was read, the server now says ${settingText(field, fresh)}.`,
          ],
        ],
      ];
    }),
  );
}

function settingText(field: TranscodeField, value: string | number | null | undefined): string {
  if (value == null) return field.endsWith('Limit') ? 'no limit' : 'nothing';
  return typeof value === 'string' ? `‘${value}’` : String(value);
}
