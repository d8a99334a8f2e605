import type { Mutations } from '../../../actions/mutations.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import type { Clock } from '../../../base/clock.ts';
import { bytes } from '../../../base/format.ts';
import { type Line, toned } from '../../../base/text.ts';
import {
  type CloudStream,
  type CloudStreamInput,
  cloudLimits,
  encoderModes,
  type FilePart,
  type PossibleValues,
  sourceTypes,
} from '../../../protocol/cloud.ts';
import { regionsOf } from '../../../views/cloud/cloud.ts';
import { countCharacters, lengthProblem, startDateProblem, startTime } from '../../../views/cloud/rules.ts';
import type { ChoiceSpec, FieldSpec, FileSpec, TextSpec } from '../../forms/field.ts';
import type { Change, FormSpec } from '../../forms/form.ts';
import { fieldModule } from '../../forms/registry.ts';
import { type FieldValue, type FormValues, numberOf, textOf, toggleOf } from '../../forms/values.ts';

export interface CloudFormOptions {
  readonly mutations: Mutations;
  readonly values: PossibleValues;
  readonly cloudUrl: string;
  readonly clock: Clock;
  /** Called with the result, which the screen adds to the list of this session. */
  readonly done: (input: CloudStreamInput, outcome: Outcome<CloudStream>) => void;
}

/** B1 as a form: thirteen fields, each checked during typing. The review shows exactly what is sent. */
export function cloudForm({ mutations, values, cloudUrl, clock, done }: CloudFormOptions): FormSpec {
  // Images as they were when they were checked: exactly the content that the user confirmed is sent.
  const images = new Map<string, FilePart>();
  const look = async (path: string): Promise<string | undefined> => {
    const found = await mutations.inspectImage(path);
    if ('problem' in found) {
      images.delete(path);
      return found.problem;
    }
    images.set(path, found);
    return undefined;
  };
  const fields = fieldsOf(values, clock, look);
  return {
    title: 'New cloud stream',
    intro: ['The API cannot list or delete cloud streams: keep what the answer shows.'],
    cloud: cloudUrl,
    fields,
    plan: (filled) => ({
      action: `Create the cloud stream ${textOf(filled, 'name')}`,
      changes: filledChanges(fields, filled, images),
      notes: [
        'Goes there as the owner of its API key (••••••••).',
        ...(toggleOf(filled, 'isPublished') ? ['It counts as a live stream of your plan.'] : []),
      ],
    }),
    submit: async (filled, { signal, onProgress }) => {
      const sent = cloudStreamInput(filled, images);
      const outcome = await mutations.createCloudStream(sent, { signal, onProgress });
      done(sent, outcome);
      // The screen keeps the answer.
      const isKept = outcome.kind !== 'confirmed' && outcome.answer !== undefined;
      const kept = { warning: 'What the cloud answered is in the list of this screen: :reveal shows it.' };
      return { ...outcome, ...(isKept && kept), answer: undefined };
    },
  };
}

function fieldsOf(
  values: PossibleValues,
  clock: Clock,
  look: (path: string) => Promise<string | undefined>,
): readonly FieldSpec[] {
  const counting = (most: number) => ({
    check: (value: FieldValue) => lengthProblem(String(value ?? ''), most),
    preview: (value: FieldValue): readonly Line[] => [
      toned(`${countCharacters(String(value ?? ''))} of ${most} characters`, 'dim'),
    ],
  });
  const counted = (filled: FormValues) => toggleOf(filled, 'countdown');
  return [
    { kind: 'text', name: 'name', label: 'Name', required: true, ...counting(cloudLimits.nameMax) },
    { kind: 'lines', name: 'description', label: 'Description', ...counting(cloudLimits.descriptionMax) },
    regionField(values),
    { kind: 'toggle', name: 'countdown', label: 'Countdown', hint: 'Shown before the stream begins.' },
    {
      kind: 'text',
      name: 'countdownStartDate',
      label: 'Starts at',
      required: true,
      when: counted,
      hint: 'DD.MM.YYYY hh:mm:ss, in the time zone below',
      check: (value) => startDateProblem(String(value ?? '')),
      warn: (value, filled) => {
        const at = startTime(String(value ?? ''), textOf(filled, 'countdownTimezone'));
        return at !== undefined && at <= clock.now() ? 'this time is in the past' : undefined;
      },
    },
    zoneField(values, counted),
    { kind: 'toggle', name: 'isPublished', label: 'Published', initial: true },
    {
      kind: 'choice',
      name: 'sourceType',
      label: 'Source',
      initial: 'PUSH',
      options: sourceTypes.map((value) => ({ value, label: value })),
      hint: 'PUSH: an encoder sends the stream. PULL: the cloud fetches it from a source.',
    },
    {
      kind: 'number',
      name: 'sourceId',
      label: 'Source id',
      required: true,
      min: 0,
      when: (filled) => textOf(filled, 'sourceType') === 'PULL',
      hint: 'Identifier of a stream source; the cloud console shows them.',
    },
    {
      kind: 'choice',
      name: 'encoderMode',
      label: 'Encoder',
      initial: 'PASSTHROUGH',
      options: encoderModes.map((value) => ({ value, label: value })),
      hint: 'PASSTHROUGH: unchanged. ABR: adaptive bitrate.',
      warn: (value) =>
        value === 'ABR' && values.isTranscodingEnabled === false
          ? 'your plan does not permit transcoding: the cloud may refuse ABR'
          : undefined,
    },
    {
      kind: 'number',
      name: 'themeId',
      label: 'Theme id',
      min: 0,
      hint: 'Left empty, the default theme is used.',
    },
    imageField('thumbnailFile', 'Thumbnail', look),
    imageField('splashscreenFile', 'Splashscreen', look, 'Background of the countdown. '),
  ];
}

/** No region is chosen: the nearest one is for the user to say. */
function regionField(values: PossibleValues): ChoiceSpec {
  const regions = regionsOf(values);
  return {
    kind: 'choice',
    name: 'regionId',
    label: 'Region',
    required: true,
    rows: 4,
    initial: undefined,
    options: regions.map(({ id, name }) => ({ value: String(id), label: `${id} ${name}` })),
    hint: 'The one closest to the source; it decides which server receives the stream.',
  };
}

/** The time zones that the cloud names, with search. If it names none, the server's check is the only one. */
function zoneField(values: PossibleValues, when: (filled: FormValues) => boolean): ChoiceSpec | TextSpec {
  const zones = values.timezones ?? [];
  const field = { name: 'countdownTimezone', label: 'Time zone', required: true, when };
  if (zones.length === 0)
    return { ...field, kind: 'text', hint: 'The cloud names no time zones. Example: UTC.' };
  return {
    ...field,
    kind: 'choice',
    rows: 5,
    initial: undefined,
    options: zones.map((value) => ({ value, label: value })),
  };
}

function imageField(
  name: string,
  label: string,
  look: (path: string) => Promise<string | undefined>,
  words = '',
): FileSpec {
  return {
    kind: 'file',
    name,
    label,
    hint: `${words}A jpeg, png, gif or webp by its content, at most ${cloudLimits.imageBytes / 1024} KB.`,
    checkLater: async (value) => (value === '' ? undefined : look(String(value ?? ''))),
  };
}

/** The body of B1. Fields that are hidden or empty are not sent. */
function cloudStreamInput(filled: FormValues, images: ReadonlyMap<string, FilePart>): CloudStreamInput {
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

function filledChanges(
  fields: readonly FieldSpec[],
  filled: FormValues,
  images: ReadonlyMap<string, FilePart>,
): Change[] {
  return fields.flatMap((field) => {
    const value = filled[field.name];
    if (value === undefined || value === '') return [];
    const words = fieldModule(field).words(field, value);
    const image = field.kind === 'file' && images.get(words);
    return [
      { label: field.label, after: image ? `${words} (${image.format}, ${bytes(image.size)})` : words },
    ];
  });
}
