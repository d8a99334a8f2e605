import type { ReplacedNames } from './replaced-names.ts';

/**
 * How the text in each member of a response is treated. A member that is not listed is left out, because its
 * content is unknown.
 */
const MEMBERS: Readonly<Record<string, 'name' | 'text' | 'figure'>> = Object.fromEntries([
  ...of(
    'name',
    `serverName hostName groupName name id application streamKey cmIdentity thumbnailPath upLinks downLinks`,
  ),
  ...of(
    'text',
    `objectName message threadName type class state healthGrade connectionState labels code error`,
  ),
  ...of(
    'figure',
    `data meta executionTime generatedAt list totalItems itemsPerPage totalPages currentPage hasPrevious hasNext
    lastTimestamp topology mockupEnabled clusterManager serverStats cpuUsage memUsage inBandwidth outBandwidth usage cap
    applications streams viewers count bandwidth createDate appGroupStats origin edge transcode feed sink total groups
    limit value viewersStats viewerCountHistory streamStats streamCountHistory incomingTraffic inBandwidthHistory
    outgoingTraffic outBandwidthHistory totalBytes transcodeStats transcoded streamHealthSummary viewerHealthSummary
    series current average max timestamp startTime duration viewerCount inTotalBytes outTotalBytes healthScore
    allowedToPublish isAutoRemovable thumbnailTimestamp subStreams streamCount connectionCount clusterType
    clusterConnection clusterConnectionData startDate latency packetReceived packetSend status`,
  ),
]);
/** A number or a date that a server writes as text. */
const FIGURE = /^[-+\d.,:%TZ]{1,40}$/;

type Treatment = 'name' | 'text' | 'figure';

function of(treatment: Treatment, members: string): readonly [string, Treatment][] {
  return members
    .trim()
    .split(/\s+/)
    .map((member) => [member, treatment]);
}

/** Whether the API has a member with this name. */
export function isKnownMember(member: string): boolean {
  return Object.hasOwn(MEMBERS, member);
}

/** Whether the numbers of a member are figures or times, and name nobody. */
export function isFigureMember(member: string): boolean {
  return isKnownMember(member) && MEMBERS[member] === 'figure';
}

/** Collects all names in a response. */
export function knowNames(body: unknown, names: ReplacedNames): void {
  walk(body, 'figure', (text, treatment) => {
    if (treatment === 'name') names.know(text);
    return text;
  });
}

/** The response without names. */
export function replaceNames(body: unknown, names: ReplacedNames): unknown {
  return walk(body, 'figure', (text, treatment) => {
    if (treatment === 'name') return names.name(text);
    return treatment === 'figure' && FIGURE.test(text) ? text : names.text(text);
  });
}

function walk(
  value: unknown,
  treatment: Treatment,
  onText: (text: string, treatment: Treatment) => string,
): unknown {
  if (typeof value === 'string') return onText(value, treatment);
  // Some servers write names as numbers.
  if (typeof value === 'number' && treatment !== 'figure') return Number(onText(String(value), treatment));
  if (Array.isArray(value)) return value.map((item) => walk(item, treatment, onText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, item]) => {
      // The number of a journal entry names nothing, and orders the entries.
      const isEntryId = member === 'id' && typeof item === 'number' && 'message' in value;
      const known = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
      const own = isEntryId ? 'figure' : known;
      return own === undefined ? [] : [[member, walk(item, own, onText)]];
    }),
  );
}

/** Parameters that select and sort the part of a list. */
const PARAMETERS: ReadonlySet<string> = new Set(['page', 'rowsPerPage', 'orderBy', 'order']);

/** The path of a request without names; undefined if it contains text that a user typed. */
export function replacePath(path: string, base: string, names: ReplacedNames): string | undefined {
  const [place = '', query] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  if ([...parameters].some(([name, value]) => !PARAMETERS.has(name) || !/^\w{0,30}$/.test(value)))
    return undefined;
  // The text after the endpoint's own path is the name of an application.
  const own = base.replace(/\/\{.*$/, '');
  const rest = place.slice(own.length);
  if (!place.startsWith(own) || !/^(?:\/[^/]+)?$/.test(rest)) return undefined;
  const replaced = rest === '' ? '' : `/${encodeURIComponent(names.name(decodeURIComponent(rest.slice(1))))}`;
  return `${own}${replaced}${query === undefined ? '' : `?${query}`}`;
}
