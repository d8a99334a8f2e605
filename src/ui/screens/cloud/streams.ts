import { clockTime, count, DASH, dateTime, duration } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import type { CloudStream } from '../../../protocol/cloud.ts';
import {
  type CreatedStream,
  isRevealed,
  partWords,
  regionName,
  regionsOf,
  type SecretPart,
  secretOf,
  secretParts,
  shapelessWords,
  shownSecret,
} from '../../../views/cloud/cloud.ts';
import { tableRows } from '../../list-screen/shown-list.ts';
import { placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import { type Column, table } from '../../primitives/table.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { fact, factWidth } from '../detail-parts.ts';
import type { CloudSlice } from './slice.ts';

export function streamsPane(view: View, slice: CloudSlice, rect: Rect): Pane {
  const { created } = slice;
  const focus = slice.part === 'streams';
  const ids = created.map((each) => each.id);
  const placed = placeList(slice.streamsAt, ids, tableRows(rect));
  const title = 'Created in this run';
  // Without streams the words below say it.
  const right = titleParts(
    title,
    rect.width,
    created.length === 0
      ? []
      : [
          [{ text: count(created.length), tone: 'dim' }],
          [{ text: 'nothing lists or deletes cloud streams', tone: 'dim' }],
        ],
  );
  const list =
    created.length === 0
      ? emptyLines(rect.width - 4)
      : table({
          columns: streamColumns(view, slice),
          data: (index) => created[index],
          count: created.length,
          width: rect.width - 4,
          height: rect.height - 2,
          scroll: placed.scroll,
          selected: placed.vanished ? undefined : placed.index,
          focus,
        });
  const notes = created.length === 0 ? [] : noteLines(rect.width - 4);
  const lines = list.length + notes.length <= rect.height - 2 ? [...list, ...notes] : list;
  return { id: 'cloud.streams', rect, lines: panel({ title, right, focus }, lines, rect.width, rect.height) };
}

function noteLines(width: number): Line[] {
  return [
    [],
    ...wrapText('Enter: every field · y: copy key, username, password · R: show them', width, 'dim'),
    ...wrapText(
      'Kept here until castwatch ends or shows another cluster: nothing lists or deletes cloud streams.',
      width,
      'dim',
    ),
  ];
}

function emptyLines(width: number): Line[] {
  return [
    ...wrapText('No stream was created here yet: a creates one.', width, 'bold'),
    ...wrapText(
      'The API neither lists nor deletes cloud streams. This list holds what castwatch creates until it ends; the rest is in the cloud console.',
      width,
      'dim',
    ),
  ];
}

function streamColumns(view: View, slice: CloudSlice): Column<CreatedStream>[] {
  const regions = regionsOf(slice.values.value);
  const secret = (part: SecretPart, title: string, rank: number): Column<CreatedStream> => ({
    key: part,
    title,
    width: 12,
    grow: 1,
    rank,
    cell: ({ id, stream }, width) => {
      if (!stream && part === 'key') return [{ text: 'MAY EXIST', tone: 'warn' }];
      const value = secretOf(stream, part);
      const open = isRevealed(slice.revealed, id, view.now);
      const tone = value === undefined || !open ? 'dim' : 'plain';
      return [{ text: fit(shownSecret(value, open), width), tone }];
    },
  });
  return [
    {
      key: 'name',
      title: 'Name',
      width: 16,
      grow: 3,
      cell: ({ name, stream }) => (stream ? name : [{ text: `▲ ${name}`, tone: 'warn' }]),
    },
    {
      key: 'at',
      title: view.display.times === 'relative' ? 'Age' : 'At',
      width: 8,
      align: 'right',
      rank: 2,
      cell: ({ at }) => (view.display.times === 'relative' ? duration(view.now - at) : clockTime(at)),
    },
    {
      key: 'region',
      title: 'Region',
      width: 12,
      grow: 2,
      rank: 3,
      cell: ({ stream, regionId }) => regionName(regions, stream?.regionId ?? regionId),
    },
    secret('key', 'Stream key', 1),
    secret('username', 'Username', 4),
    secret('password', 'Password', 5),
  ];
}

/**
 * Every field of one created stream. Source and targets have no specified shape, so that they may hold keys: they are
 * hidden as the credentials are.
 */
export function streamFacts(view: View, slice: CloudSlice, id: string, rect: Rect): Line[] {
  const entry = slice.created.find((each) => each.id === id);
  if (!entry) return [[{ text: 'This stream is not in the list any more.', tone: 'warn' }]];
  const regions = regionsOf(slice.values.value);
  const { stream } = entry;
  const head = [
    fact('Name', stream?.name ?? entry.name, 'bold'),
    fact('Sent', dateTime(entry.at)),
    fact('Cluster', entry.cluster),
  ];
  const regionId = stream?.regionId ?? entry.regionId;
  const url = regions.find((region) => region.id === regionId)?.url;
  const place = [fact('Region', regionName(regions, regionId)), fact('Ingest', url || DASH)];
  if (!stream) {
    return [
      ...wrapText('▲ MAY EXIST: its answer never came.', rect.width - 4, 'warn'),
      ...wrapText(
        'Look for it in the cloud console before you create it again: a second one would be created.',
        rect.width - 4,
      ),
      ...head,
      ...place,
    ];
  }
  const open = isRevealed(slice.revealed, id, view.now);
  const width = factWidth(rect);
  const { countdown, theme } = stream;
  return [
    ...head,
    ...secretParts.flatMap((part) => secretFacts(part, secretOf(stream, part), open, width)),
    fact(
      '',
      open ? 'R hides; they hide themselves after a minute' : 'R shows · y copies one after the other',
      'dim',
    ),
    ...place,
    ...wrappedFacts('Description', stream.description, width),
    fact('Published', yesNo(stream.isPublished)),
    fact(
      'Countdown',
      countdown?.isCountdown
        ? `${countdown.startDate ?? DASH} ${countdown.timezone ?? ''}`
        : yesNo(countdown?.isCountdown),
    ),
    fact('Source type', stream.sourceType ?? DASH),
    ...wrappedFacts('Source', shownSecret(shapelessWords(stream.source), open), width),
    fact('Encoder', stream.encoderMode ?? DASH),
    fact('Theme', theme ? themeWords(theme) : String(stream.themeId ?? DASH)),
    ...wrappedFacts('Thumbnail', shapelessWords(stream.thumbnail), width),
    ...wrappedFacts('Splashscreen', shapelessWords(stream.splashscreen), width),
    fact('Targets', count(stream.targets?.length)),
    ...(stream.targets ?? []).flatMap((target, index) =>
      wrappedFacts(`Target ${index + 1}`, shownSecret(shapelessWords(target), open), width),
    ),
    fact('Created', stream.isCreated === false ? 'not yet' : (stream.createdAt ?? yesNo(stream.isCreated))),
  ];
}

/** A revealed secret that is wider than the pane goes on in the next rows: half a password is none. */
function secretFacts(part: SecretPart, value: string | undefined, open: boolean, width: number): Line[] {
  const label = partWords[part];
  const title = (label[0] ?? '').toUpperCase() + label.slice(1);
  const shown = safeText(shownSecret(value, open));
  const rows = wrapText(shown, width, open && value !== undefined ? 'bold' : 'dim');
  return rows.map((row, index) => fact(index === 0 ? title : '', row));
}

/** Whole, line by line: a form sends every line end as CR LF. */
function wrappedFacts(label: string, text: string | null | undefined, width: number): Line[] {
  const rows = (text || DASH).split(/\r?\n/).flatMap((line) => wrapText(safeText(line), width));
  return rows.map((row, index) => fact(index === 0 ? label : '', row));
}

/** `Corporate (3), the default`. */
function themeWords({ id, name, isDefault }: NonNullable<CloudStream['theme']>): string {
  const standing = isDefault == null ? '' : isDefault ? ', the default' : ', not the default';
  return `${name ?? DASH} (${id ?? DASH})${standing}`;
}

function yesNo(value: boolean | null | undefined): string {
  if (value == null) return DASH;
  return value ? 'yes' : 'no';
}
