import { createHmac, randomBytes } from 'node:crypto';
import { HOUR_MS } from '../../base/durations.ts';

/** Members of the API whose numbers are figures or times, and name nobody. */
const FIGURE_MEMBERS: ReadonlySet<string> = new Set(
  `data meta executionTime generatedAt list totalItems itemsPerPage totalPages currentPage hasPrevious hasNext
  lastTimestamp topology mockupEnabled clusterManager serverStats cpuUsage memUsage inBandwidth outBandwidth usage cap
  applications streams viewers count bandwidth createDate appGroupStats origin edge transcode feed sink total groups
  limit value viewersStats viewerCountHistory streamStats streamCountHistory incomingTraffic inBandwidthHistory
  outgoingTraffic outBandwidthHistory totalBytes transcodeStats transcoded streamHealthSummary viewerHealthSummary
  series current average max timestamp startTime duration viewerCount inTotalBytes outTotalBytes healthScore
  allowedToPublish isAutoRemovable thumbnailTimestamp subStreams streamCount connectionCount clusterType
  clusterConnection clusterConnectionData startDate latency packetReceived packetSend status`.split(/\s+/),
);
/** All members of the API. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  ...FIGURE_MEMBERS,
  ...`serverName hostName groupName name id application streamKey cmIdentity thumbnailPath upLinks downLinks
  objectName message threadName type class state healthGrade connectionState labels code error`.split(/\s+/),
]);

/** Words of the contract: they say what kind of thing something is, and name nobody. */
const CONTRACT_WORDS: ReadonlySet<string> = new Set(
  `MONO ORIGIN EDGE TRANSCODE CLOSED INITIALIZED AWAITING PUBLISHED CLOSING UNPUBLISHED NOT_PUBLISHED CONNECTED PUSH PULL PASSTHROUGH ABR NONE SOURCE_INPUT STREAM_OUTPUT CLIENT_OUTPUT
  VIDEO_ENCODER AUDIO_ENCODER NATIVE_STREAM STORM_MSE_VIEWER CLUSTER_DATA_CLIENT TRANSCODER DESKTOP MOBILE TABLET TABLE
  origin transcode edge READ_ONLY READ_WRITE AUTHENTICATED Very_Good No_Data INFO WARN WARNING DEBUG ERROR`
    .split(/\s+/)
    .flatMap((word) => [word, word.replace('_', ' ')]),
);

const MEMBER_NAME = /^[A-Za-z_$][\w$]{0,63}$/;
/** Letters and digits, as one part of a name. */
const PART = /[A-Za-z0-9]+/g;
const MOST_TRIES = 50;
const TRIES_OF_A_LENGTH = 20;

/**
 * The values of responses with every text replaced, each by the same everywhere: types, equal texts, equal parts of texts,
 * dates as dates and the words of the contract stay, numbers of figures too; lengths where there are other texts of that
 * length. Members with names of their own stay, unless the name is also a text somewhere. One key serves all the values and
 * is thrown away. Throws if some text would be there unchanged.
 */
export function replaceValues(values: readonly unknown[]): readonly unknown[] {
  const originals = new Set<string>();
  for (const value of values) collect(value, originals);
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const replaced = replaceOnce(values, originals);
    const results = new Set<string>();
    for (const value of replaced) collect(value, results);
    if (![...results].some((text) => isPrivate(text) && originals.has(text))) return replaced;
  }
  throw new Error('some text could not be replaced');
}

/** Whether a text may not appear as it is. */
export function isPrivate(text: string): boolean {
  return text !== '' && !CONTRACT_WORDS.has(text);
}

function replaceOnce(values: readonly unknown[], originals: ReadonlySet<string>): readonly unknown[] {
  const key = randomBytes(32);
  const text = textReplacer(key, originals);
  // Whole hours, so that the minutes of two journals still fit together.
  const moved = -HOUR_MS * (24 * 200 + (key.readUInt16BE(0) % (24 * 1000)));
  const walk = (value: unknown, member: string): unknown => {
    if (typeof value === 'string') return isDate(value) ? shiftTimes(value, moved) : text(value);
    if (typeof value === 'number') {
      const shifted = shiftTimes(value, moved, member) as number;
      return FIGURE_MEMBERS.has(member) ? shifted : numberLike(shifted, text);
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, member));
    if (typeof value !== 'object' || value === null) return value;
    const isEntry = 'message' in value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isName = MEMBER_NAME.test(name) && !originals.has(name);
        const kept = KNOWN_MEMBERS.has(name) || isName ? name : text(name);
        // The numbers of journal entries order them.
        return [kept, isEntry && name === 'id' && typeof item === 'number' ? item : walk(item, name)];
      }),
    );
  };
  return values.map((value) => walk(value, ''));
}

/** A number of an unknown member or a name, with other digits. */
function numberLike(value: number, text: (original: string) => string): number {
  if (Math.abs(value) < 1000) return value;
  const found = Number(text(String(value)));
  return Number.isFinite(found) ? found : 0;
}

function textReplacer(key: Buffer, originals: ReadonlySet<string>): (original: string) => string {
  const parts = new Map<string, string>();
  const used = new Set<string>();
  const known = new Set([...originals].flatMap((text) => text.match(PART) ?? []));
  const ofPart = (part: string): string => {
    const before = parts.get(part);
    if (before !== undefined) return before;
    for (let attempt = 0; ; attempt++) {
      const found = characters(part, key, attempt);
      // After so many attempts all parts of this length are taken.
      if ((used.has(found) || known.has(found)) && attempt < 200) continue;
      parts.set(part, found);
      used.add(found);
      return found;
    }
  };
  const texts = new Map<string, string>();
  const taken = new Set<string>();
  return (original) => {
    if (!isPrivate(original)) return original;
    let replaced = texts.get(original);
    if (replaced !== undefined) return replaced;
    // Signs are left as they are, unless there is nothing else.
    replaced = characters(original.replace(PART, ofPart), key, 0, /[^\x20-\x7e]/u);
    // All other texts of a short length may be there: then it becomes longer.
    for (let times = 1; originals.has(replaced) || taken.has(replaced); times++)
      replaced = characters(original.repeat(Math.ceil(times / TRIES_OF_A_LENGTH)), key, times);
    texts.set(original, replaced);
    taken.add(replaced);
    return replaced;
  };
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/[a-z]/, LOWER],
  [/[A-Z]/, LOWER.toUpperCase()],
  [/[0-9]/, '0123456789'],
  [/[^\x20-\x7e]/u, 'àáâãäåæçèéêëìíîï'],
  [/./su, '-_.:/+*'],
];

/** Each character of some classes by another one of its class, by bytes that the whole text decides. */
function characters(text: string, key: Buffer, attempt: number, only = /./su): string {
  const bytes = createHmac('sha256', key).update(`${attempt} ${text}`).digest();
  return [...text]
    .map((character, at) => {
      const choices = only.test(character) ? CLASSES.find(([one]) => one.test(character))?.[1] : undefined;
      if (choices === undefined) return character;
      const byte = (bytes[at % bytes.length] ?? 0) + 7 * Math.floor(at / bytes.length);
      const found = choices[byte % choices.length] ?? 'x';
      // A character outside the basic plane has two units.
      return found.repeat(character.length);
    })
    .join('');
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collect(item, into);
  }
}

/** Members with a time as a number, Unix ms or s. */
const TIME_MEMBER = /^(?:timestamp|.*(?:Date|Timestamp|Time|At))$/;
/** Such as `executionTime`, `remainingTime`: durations, which are no times. */
const LEAST_TIME = 1_000_000_000;
/** A number of at least this is in ms. */
const LEAST_MS = 100_000_000_000;
const ISO_DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/;

/** A response with all its times moved by so many ms. Texts keep their format as far as `Date` can write it. */
export function shiftTimes(value: unknown, ms: number, member = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shiftTimes(item, ms, member));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftTimes(item, ms, key)]));
  }
  if (typeof value === 'string') return isDate(value) ? shiftedDate(value, ms) : value;
  if (typeof value !== 'number' || !TIME_MEMBER.test(member) || value < LEAST_TIME) return value;
  return value + (value >= LEAST_MS ? ms : Math.round(ms / 1000));
}

/** Whether a text is a date with a time, and nothing besides. */
function isDate(text: string): boolean {
  return ISO_DATE.test(text) && !Number.isNaN(Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}Z`));
}

/** Only date and time of day change, in place: fractions and the zone stay as they are written. */
function shiftedDate(text: string, ms: number): string {
  const hasSeconds = /^:\d\d/.test(text.slice(16));
  const end = hasSeconds ? 19 : 16;
  const separator = text[10] ?? 'T';
  const at = new Date(Date.parse(`${text.slice(0, 10)}T${text.slice(11, end)}Z`) + ms);
  return at.toISOString().slice(0, end).replace('T', separator) + text.slice(end);
}
