import type { Mutations } from '../../../src/actions/mutations.ts';
import type { Outcome } from '../../../src/actions/outcome.ts';
import type { CloudStreamInput } from '../../../src/protocol/cloud.ts';
import type { TranscodeSettingsInput } from '../../../src/protocol/settings.ts';
import type { UserInput } from '../../../src/protocol/user.ts';

/** Where an answer has a field that was sent. */
export interface SentField {
  /** From the top of the answer, with dots. */
  readonly path: string;
  /** Another value of the same kind, unlike the one that was sent. */
  readonly other: unknown;
  /** Comes back masked, so another value says nothing. */
  readonly isMasked?: boolean;
  /** Null is a value: there is none. */
  readonly isNullable?: boolean;
  /** The same word in other letters is the same. */
  readonly isWord?: boolean;
}

/** One write, the answer that repeats it, and the fields of it that count. */
export interface SentWrite {
  readonly name: string;
  readonly send: (mutations: Mutations) => Promise<Outcome<unknown>>;
  readonly answer: object;
  readonly fields: readonly SentField[];
}

type Write = Omit<SentWrite, 'name'>;

const five = [0, 1, 2, 3, 4];
const meta = { executionTime: 1, generatedAt: 1 };
const wrapped = <T>(value: T, masked = false) => ({ value, editable: true, masked });
const PASSWORD = 'Sent-password-1';
const LICENSE = 'NEW-LICENSE-1';
export const sentSecrets = [PASSWORD, LICENSE, 'sk-secret-1', 'push-password-1'];

const LEVELS = ['none', 'read_only', 'read_write'];
const NAMES = ['server', 'viewer', 'application', 'stream'];
const rights = (nth: number) => NAMES.map((name, at) => ({ name, value: LEVELS[(nth + at) % 3] ?? 'none' }));

/** As servers write them: `Server`, `READ_ONLY`. */
const asAnswered = (sent: UserInput['accessRights']) =>
  sent.map(({ name, value }) => ({
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    value: value.toUpperCase(),
  }));

function userAnswer({ username = 'eve', accessRights = rights(0) }: Partial<UserInput>): object {
  const attributes = {
    username: wrapped(username),
    password: wrapped('******', true),
    algorithm: wrapped('SHA256'),
    accessRights: asAnswered(accessRights),
  };
  return { data: { id: 41, attributes }, meta, message: 'Saved' };
}

function userFields({ username, password, accessRights = [] }: Partial<UserInput>): SentField[] {
  const at = 'data.attributes';
  return [
    ...(username === undefined ? [] : [{ path: `${at}.username.value`, other: 'mallory' }]),
    ...(password === undefined ? [] : [{ path: `${at}.password`, other: 'Other-1', isMasked: true }]),
    ...accessRights.map(({ value }, nth) => {
      const other = value === 'none' ? 'READ_WRITE' : 'NONE';
      return { path: `${at}.accessRights.${nth}.value`, other, isWord: true };
    }),
  ];
}

const users: readonly UserInput[] = Array.from({ length: 10 }, (_, nth) => ({
  username: `anna ${nth}`,
  password: PASSWORD,
  accessRights: rights(nth),
}));

const creations = users.map(
  (input): Write => ({
    send: (mutations) => mutations.createUser(input),
    answer: userAnswer(input),
    fields: [{ path: 'data.id', other: undefined }, ...userFields(input)],
  }),
);

const changes: readonly Partial<UserInput>[] = [
  ...users.slice(0, 6),
  { username: 'only a name' },
  { password: PASSWORD },
  { accessRights: [{ name: 'stream', value: 'read_only' }] },
  { username: 'Ünïcødé', password: PASSWORD },
];

const updates = changes.map(
  (change): Write => ({
    send: (mutations) => mutations.updateUser(41, change),
    answer: userAnswer(change),
    fields: userFields(change),
  }),
);

const deletions = five.map(
  (id): Write => ({
    send: (mutations) => mutations.deleteUser({ id, name: 'gone' }),
    answer: { meta, message: 'User deleted' },
    fields: [],
  }),
);

const settings: readonly TranscodeSettingsInput[] = [
  { transcodeTaskLimit: 99 },
  { transcodeTaskLimit: 0 },
  { thumbGenerateTaskLimit: 4 },
  { ffmpegPath: '/opt/ffmpeg' },
  { ffmpegCommand: '-i {SOURCE_INPUT}\n{STREAM_OUTPUT}' },
  { ffmpegPath: '/opt/ffmpeg', transcodeTaskLimit: 1 },
  { ffmpegCommand: 'x', thumbGenerateTaskLimit: 1_000_000 },
  { ffmpegPath: '/a', ffmpegCommand: 'b', transcodeTaskLimit: 2, thumbGenerateTaskLimit: 3 },
  { transcodeTaskLimit: 5, thumbGenerateTaskLimit: 6 },
  { ffmpegPath: 'C:\\ffmpeg.exe' },
];
/** The settings before any of them. */
export const settingsBefore = {
  ffmpegPath: wrapped('/usr/bin/ffmpeg'),
  ffmpegCommand: wrapped('-i'),
  transcodeTaskLimit: wrapped(7),
  thumbGenerateTaskLimit: wrapped(7),
};

const settingsWrites = settings.map((change): Write => {
  const sent = Object.entries(change).map(([name, value]) => [name, wrapped(value)]);
  const attributes = { ...settingsBefore, ...Object.fromEntries(sent) };
  return {
    send: (mutations) => mutations.updateTranscode(change, settingsBefore),
    answer: { data: { attributes }, meta, message: 'Saved' },
    fields: Object.entries(change).map(([name, value]) => {
      const path = `data.attributes.${name}.value`;
      return typeof value === 'number'
        ? { path, other: value + 8, isNullable: true }
        : { path, other: '/other' };
    }),
  };
});

const licenses = five.map(
  (nth): Write => ({
    send: (mutations) => mutations.replaceLicense({ key: `${LICENSE}${nth}` }),
    answer: { data: { attributes: { licenseKey: wrapped('NEW-****', true) } }, meta, message: 'Saved' },
    fields: [{ path: 'data.attributes.licenseKey', other: 'OTHER-KEY', isMasked: true }],
  }),
);

const streams: readonly CloudStreamInput[] = Array.from({ length: 10 }, (_, nth) => ({
  name: `concert ${nth}`,
  regionId: 1 + (nth % 9),
  isPublished: nth % 2 === 0,
  sourceType: nth % 3 === 0 ? ('PULL' as const) : ('PUSH' as const),
  encoderMode: nth % 4 === 0 ? ('ABR' as const) : ('PASSTHROUGH' as const),
  countdown: nth % 5 === 0,
  ...(nth % 3 === 0 && { sourceId: 30 + nth }),
  ...(nth % 5 === 0 && { countdownStartDate: '01.02.2027 20:00:00', countdownTimezone: 'UTC' }),
  ...(nth % 2 === 1 && { description: `tonight\r\nat ${nth}`, themeId: nth }),
}));

/** The fields of B1 whose place in the answer is not just their name. */
const cloudPlaces: Readonly<Record<string, string>> = {
  countdown: 'countdown.isCountdown',
  countdownStartDate: 'countdown.startDate',
  countdownTimezone: 'countdown.timezone',
  sourceId: 'source.id',
};

const creationsOfStreams = streams.map((input): Write => {
  const { countdown, countdownStartDate = null, countdownTimezone = null, sourceId } = input;
  const stream = {
    ...input,
    streamKey: 'sk-secret-1',
    credentials: { username: 'push', password: 'push-password-1' },
    countdown: { isCountdown: countdown, startDate: countdownStartDate, timezone: countdownTimezone },
    source: sourceId === undefined ? null : { id: sourceId },
  };
  return {
    send: (mutations) => mutations.createCloudStream(input),
    answer: { message: 'Stream created', stream },
    fields: Object.entries(input).map(([name, value]) => ({
      path: `stream.${cloudPlaces[name] ?? name}`,
      other: otherValue(name, value),
      isNullable: ['description', 'countdownStartDate', 'countdownTimezone'].includes(name),
    })),
  };
});

function otherValue(name: string, value: unknown): unknown {
  if (name === 'countdownStartDate') return '02.02.2027 20:00:00';
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : 'something else';
}

/** Fifty writes of all six kinds. */
export const sentWrites: readonly SentWrite[] = Object.entries({
  A2: creations,
  A3: updates,
  A4: deletions,
  A13: settingsWrites,
  A14: licenses,
  B1: creationsOfStreams,
}).flatMap(([code, writes]) => writes.map((write, nth) => ({ name: `${code} ${nth}`, ...write })));
