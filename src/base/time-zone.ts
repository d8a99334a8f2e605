/** ICU's name for the zone of a machine that has none. */
const UNKNOWN = 'Etc/Unknown';
const UTC = /^:?(etc\/)?(utc|uct|gmt|gmt[+-]?0|zulu|universal|greenwich)$/i;

/** The time zone of this process, such as `Europe/Berlin`; null if the machine has none or `TZ` names none. */
function timeZone(): string | null {
  // The type promises a name, but with an invalid `TZ` there is none.
  const { timeZone: zone }: { readonly timeZone: string | undefined } =
    Intl.DateTimeFormat().resolvedOptions();
  return zone === undefined || zone === UNKNOWN ? null : zone;
}

/**
 * Why times are in UTC although the user did not ask for it. `tz`: the variable `TZ`. Undefined if the zone is as
 * requested.
 */
export function timeZoneFault(
  tz: string | undefined,
  zoneOf: () => string | null = timeZone,
): string | undefined {
  // Reading the zone loads ICU's tables, 5 ms of a start.
  if (tz && UTC.test(tz)) return undefined;
  const zone = zoneOf();
  if (tz && (zone === null || zone === 'UTC'))
    return `TZ is ${JSON.stringify(tz)}, which names no time zone: times are in UTC. Write a name such as Europe/Berlin.`;
  return zone === null
    ? 'The time zone of this machine is not known: times are in UTC. Set TZ, such as TZ=Europe/Berlin.'
    : undefined;
}

/** Offset of the local time from UTC at `at` (Unix ms): `UTC`, `UTC+01:00`. */
export function zoneOffset(at: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' });
  const { value = '' } = format.formatToParts(at).find(({ type }) => type === 'timeZoneName') ?? {};
  return value.replace('GMT', 'UTC').replace('+00:00', '');
}

/** The zone of the shown times: `Europe/Berlin (UTC+01:00)`. `at` is Unix ms. */
export function zoneWords(at: number): string {
  return `${timeZone() ?? 'UTC, because the time zone of this machine is not known'} (${zoneOffset(at)})`;
}
