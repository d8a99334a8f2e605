import { count, DASH, dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import type { CloudStream, Region } from '../../../protocol/cloud.ts';
import {
  type CreatedStream,
  coordinatesOf,
  isRevealed,
  partWords,
  regionName,
  regionsOf,
  type SecretPart,
  secretOf,
  secretParts,
  shownSecret,
  transcodingWords,
  unspecifiedWords,
} from '../../../views/cloud/cloud.ts';
import { yesNo } from '../../../views/lists/cells.ts';
import { fact, factWidth } from '../../detail/detail-panes.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import type { CloudSlice } from './slice.ts';

export function regionFacts(slice: CloudSlice, region: Region | undefined): Line[] {
  if (!region) return [toned('No region is selected.', 'dim')];
  const created = slice.created.filter(
    ({ stream, regionId }) => (stream?.regionId ?? regionId) === region.id,
  );
  return [
    fact('Name', region.name, 'bold'),
    fact('Number', String(region.id)),
    fact('Place', coordinatesOf(region)),
    fact('Ingest', region.url || DASH),
    fact('ABR', slice.values.value ? transcodingWords(slice.values.value) : DASH),
    fact('Created here', count(created.length)),
    ...created.map(({ name }) => fact('', name, 'dim')),
    [],
    toned('a creates a stream; its form asks for the region.', 'dim'),
  ];
}

/** Source and targets may have any shape, and contain keys, so they are hidden like the credentials. */
export function streamFacts(view: View, slice: CloudSlice, entry: CreatedStream, rect: Rect): Line[] {
  const regions = regionsOf(slice.values.value);
  const { stream, doubt } = entry;
  const width = factWidth(rect);
  const head = [
    ...(doubt === undefined ? [] : wrapText(`▲ ${safeText(doubt)}`, rect.width - 4, 'warn')),
    fact('Name', stream?.name ?? entry.name, 'bold'),
    fact('Sent', dateTime(entry.at)),
    fact('Cloud', entry.cloud),
  ];
  const regionId = stream?.regionId ?? entry.regionId;
  const url = regions.find((region) => region.id === regionId)?.url;
  const place = [fact('Region', regionName(regions, regionId)), fact('Ingest', url || DASH)];
  const open = isRevealed(slice.revealed, entry.id, view.now);
  // The whole response in any shape, because the server gives it only once.
  const asItCame =
    entry.answer === undefined ? [] : wrappedFacts('Response', shownSecret(entry.answer, open), width);
  if (!stream) {
    const next =
      entry.answer === undefined
        ? 'Look for it in the cloud console before you create it again: otherwise there may be two.'
        : ':reveal shows the whole answer.';
    return [...head, ...wrapText(next, rect.width - 4), ...place, ...asItCame];
  }
  const { countdown, theme } = stream;
  return [
    ...head,
    ...secretParts.flatMap((part) => secretFacts(part, secretOf(stream, part), open, width)),
    fact(
      '',
      open
        ? ':reveal hides them; after a minute they are hidden again'
        : ':reveal shows · y copies one after the other',
      'dim',
    ),
    ...place,
    ...wrappedFacts('Description', stream.description, width),
    fact('Published', yesNo(stream.isPublished)),
    fact('Countdown', countdownWords(countdown)),
    fact('Source type', stream.sourceType ?? DASH),
    ...wrappedFacts('Source', shownSecret(unspecifiedWords(stream.source), open), width),
    fact('Encoder', stream.encoderMode ?? DASH),
    fact('Theme', theme ? themeWords(theme) : String(stream.themeId ?? DASH)),
    ...wrappedFacts('Thumbnail', unspecifiedWords(stream.thumbnail), width),
    ...wrappedFacts('Splashscreen', unspecifiedWords(stream.splashscreen), width),
    fact('Targets', count(stream.targets?.length)),
    ...(stream.targets ?? []).flatMap((target, index) =>
      wrappedFacts(`Target ${index + 1}`, shownSecret(unspecifiedWords(target), open), width),
    ),
    fact('Created', stream.isCreated === false ? 'not yet' : (stream.createdAt ?? yesNo(stream.isCreated))),
    ...asItCame,
  ];
}

/** A revealed secret that is wider than the pane wraps, because half a password is useless. */
function secretFacts(part: SecretPart, value: string | undefined, open: boolean, width: number): Line[] {
  const label = partWords[part];
  const title = (label[0] ?? '').toUpperCase() + label.slice(1);
  const shown = safeText(shownSecret(value, open));
  const rows = wrapText(shown, width, open && value !== undefined ? 'bold' : 'dim');
  return rows.map((row, index) => fact(index === 0 ? title : '', row));
}

function wrappedFacts(label: string, text: string | null | undefined, width: number): Line[] {
  const rows = (text || DASH).split(/\r?\n/).flatMap((line) => wrapText(safeText(line), width));
  return rows.map((row, index) => fact(index === 0 ? label : '', row));
}

/** The end of the countdown, even if the response does not say whether there is one. */
function countdownWords(countdown: CloudStream['countdown']): string {
  const { isCountdown, startDate, timezone } = countdown ?? {};
  const when = `${startDate ?? DASH} ${timezone ?? ''}`.trim();
  if (isCountdown) return when;
  return isCountdown == null && startDate != null
    ? `${when}, not known whether it is on`
    : yesNo(isCountdown);
}

/** Such as `Corporate (3), the default`. */
function themeWords({ id, name, isDefault }: NonNullable<CloudStream['theme']>): string {
  const words = `${name ?? DASH} (${id ?? DASH})`;
  if (isDefault == null) return words;
  return isDefault ? `${words}, the default` : `${words}, not the default`;
}
