import { bytes } from '../../../base/format.ts';
import {
  type CloudStreamInput,
  encoderModes,
  type FilePart,
  type PossibleValues,
  sourceTypes,
} from '../../../protocol/cloud.ts';
import { regionName, regionsOf } from '../../../views/cloud/cloud.ts';
import type { Change } from '../../forms/form.ts';
import { type FormValues, numberOf, textOf, toggleOf } from '../../forms/values.ts';

/** The body of B1. Fields that are hidden or empty are not sent. */
export function cloudStreamInput(
  filled: FormValues,
  images: ReadonlyMap<string, FilePart>,
): CloudStreamInput {
  const description = textOf(filled, 'description');
  const countdown = toggleOf(filled, 'countdown');
  const sourceId = numberOf(filled, 'sourceId');
  const themeId = numberOf(filled, 'themeId');
  const thumbnailFile = images.get(textOf(filled, 'thumbnailFile'));
  const splashscreenFile = images.get(textOf(filled, 'splashscreenFile'));
  return {
    name: textOf(filled, 'name'),
    ...(description !== '' && { description }),
    regionId: Number(textOf(filled, 'regionId')),
    countdown,
    ...(countdown && {
      countdownStartDate: textOf(filled, 'countdownStartDate'),
      countdownTimezone: textOf(filled, 'countdownTimezone'),
    }),
    isPublished: toggleOf(filled, 'isPublished'),
    sourceType: sourceTypes.find((type) => type === filled.sourceType) ?? 'PUSH',
    ...(typeof sourceId === 'number' && { sourceId }),
    encoderMode: encoderModes.find((mode) => mode === filled.encoderMode) ?? 'PASSTHROUGH',
    ...(typeof themeId === 'number' && { themeId }),
    ...(thumbnailFile && { thumbnailFile }),
    ...(splashscreenFile && { splashscreenFile }),
  };
}

/** The same body in words, for the confirmation. */
export function inputChanges(input: CloudStreamInput, values: PossibleValues): Change[] {
  const regions = regionsOf(values);
  const yesNo = (value: boolean | undefined) => (value ? 'yes (1)' : 'no (0)');
  const file = (part: FilePart | undefined) => part && `${part.path} (${part.format}, ${bytes(part.size)})`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Name', input.name],
    ['Description', input.description],
    ['Region', `${input.regionId} ${regionName(regions, input.regionId)}`],
    ['Countdown', yesNo(input.countdown)],
    ['Starts at', input.countdownStartDate],
    ['Time zone', input.countdownTimezone],
    ['Published', yesNo(input.isPublished)],
    ['Source', input.sourceType],
    ['Source id', input.sourceId?.toString()],
    ['Encoder', input.encoderMode],
    ['Theme id', input.themeId?.toString()],
    ['Thumbnail', file(input.thumbnailFile)],
    ['Splashscreen', file(input.splashscreenFile)],
  ];
  return rows.flatMap(([label, after]) => (after === undefined ? [] : [{ label, after }]));
}
