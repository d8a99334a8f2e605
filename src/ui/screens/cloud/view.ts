import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import type { Region } from '../../../protocol/cloud.ts';
import {
  type CreatedStream,
  coordinatesOf,
  isRevealed,
  regionName,
  type SecretPart,
  secretOf,
  shownSecret,
  transcodingWords,
} from '../../../views/cloud/cloud.ts';
import type { Column } from '../../../views/lists/column.ts';
import { type DetailModel, detailPanes } from '../../detail/detail-panes.ts';
import type { DrawnLists, ListModel } from '../../list-screen/list-screen.ts';
import type { ShownList } from '../../list-screen/shown-list.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { type AdminFrame, writtenPane } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';
import type { CloudSlice } from './slice.ts';

export interface CloudLayout extends Omit<AdminFrame, 'main' | 'side'> {
  readonly regions?: Rect;
  readonly streams?: Rect;
}

export interface CloudModel extends ListModel<CloudSlice> {
  /** Empty while a detail is open. */
  readonly layout: CloudLayout;
  readonly regions: readonly Region[];
  readonly lists: { readonly regions?: ShownList<Region>; readonly streams?: ShownList<CreatedStream> };
  /** The selected region; undefined if there is none, or the response no longer contains it. */
  readonly region: Region | undefined;
  /** The open stream, or else the selected one. */
  readonly stream: CreatedStream | undefined;
  /** The detail of the open stream, or of the selected row if there is room beside the lists. */
  readonly detail: DetailModel | undefined;
}

/** The regions and the created streams, with the detail of one of them. */
export const cloudLists: DrawnLists<CloudModel> = {
  name: 'cloud',
  panes: {
    regions({ view, slice, regions }, { rect }) {
      const { values } = slice;
      const right = [
        values.error === undefined ? undefined : toned('✖ not read', 'crit'),
        values.asking ? toned('asking...', 'accent') : undefined,
        values.updatedAt === undefined ? undefined : toned(`read ${agoWords(view, values.updatedAt)}`, 'dim'),
        regions.length > 0 ? toned(String(regions.length), 'dim') : undefined,
      ];
      const width = rect.width - 4;
      return {
        title: 'Regions',
        right,
        stale: readLongAgo(values.updatedAt, view.now),
        columns: regionColumns,
        above: values.value ? accountLines(slice.values, width) : [],
        empty: values.value ? wrapText(NO_REGION, width, 'warn') : withoutValues(view, slice, width),
      };
    },
    streams(model, { rect, count: streams }) {
      const width = rect.width - 4;
      // Without streams the text below explains how to create one.
      const words = [toned(count(streams), 'dim'), toned('the API cannot list or delete them', 'dim')];
      return {
        title: 'Created in this run',
        right: streams === 0 ? [] : words,
        columns: streamColumns(model),
        empty: [
          ...wrapText('No stream was created here yet: a creates one.', width, 'bold'),
          ...wrapText(NOT_LISTED, width, 'dim'),
        ],
        below: [[], ...wrapText(KEYS, width, 'dim'), ...wrapText(KEPT, width, 'dim')],
      };
    },
  },
  besides: ({ view, slice, layout: { written }, detail }) => [
    ...(detail ? detailPanes(view, detail) : []),
    ...(written ? [writtenPane('cloud', slice, written)] : []),
  ],
};

const NO_REGION = 'The cloud names no region: no stream can be created.';
const NOT_LISTED =
  'The API neither lists nor deletes cloud streams. This list holds what castwatch creates until it ends; the rest is in the cloud console.';
const KEYS = 'Enter: every field · y: copy key, username, password · :reveal: show them · x: remove them';
const KEPT =
  'Kept here until castwatch ends or shows another cluster: the API cannot list or delete cloud streams.';

function streamColumns({ view, slice, regions }: CloudModel): Column<CreatedStream>[] {
  const secret = (part: SecretPart, title: string, rank: number): Column<CreatedStream> => ({
    key: part,
    title,
    width: 12,
    grow: 1,
    rank,
    cell: ({ id, stream, answer }, width) => {
      if (!stream && part === 'key')
        return toned(answer === undefined ? 'MAY EXIST' : 'NOT READABLE', 'warn');
      const value = secretOf(stream, part);
      const open = isRevealed(slice.revealed, id, view.now);
      const tone = value === undefined || !open ? 'dim' : 'plain';
      return toned(fit(shownSecret(value, open), width), tone);
    },
  });
  return [
    {
      key: 'name',
      title: 'Name',
      width: 16,
      grow: 3,
      cell: ({ name, doubt }) => (doubt === undefined ? name : toned(`▲ ${name}`, 'warn')),
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

/** Most rows of an error above the table, so that regions stay visible. */
const ERROR_ROWS = 3;

/** What the account permits, or the error of the last request; the old values then stay in the table. */
export function accountLines({ value, error }: CloudSlice['values'], width: number): Line[] {
  if (error !== undefined) return wrapText(safeText(`✖ ${error}`), width, 'crit').slice(0, ERROR_ROWS);
  const isForbidden = value?.isTranscodingEnabled === false;
  const transcoding = value ? transcodingWords(value) : DASH;
  const zones = value?.timezones;
  return [
    [
      { text: 'ABR ', tone: 'dim' },
      ...(isForbidden ? toned(`▲ ${transcoding}`, 'warn') : toned(transcoding, 'dim')),
      { text: ' · ', tone: 'faint' },
      { text: zones ? `${zones.length} time zones` : `time zones ${DASH}`, tone: 'dim' },
    ],
  ];
}

function withoutValues(view: View, { values }: CloudSlice, width: number): Line[] {
  if (view.facts.cloudUrl === undefined) {
    return [
      ...wrapText('No cloud is configured.', width, 'bold'),
      ...wrapText(
        'Give its address with --cloud-url (CASTWATCH_CLOUD_URL, or cloudUrl in the profile) and its key with --api-key-file (CASTWATCH_API_KEY, or apiKey in the profile).',
        width,
      ),
    ];
  }
  if (values.asking) return [toned('Asking for regions and time zones...', 'accent')];
  if (values.error !== undefined) {
    return [
      ...wrapText(safeText(`✖ ${values.error}`), width, 'crit'),
      ...wrapText('r asks again.', width, 'dim'),
    ];
  }
  return [
    ...wrapText('Regions and time zones were not asked for yet.', width, 'bold'),
    ...wrapText('Enter or r asks the cloud for them; then a creates a stream.', width, 'dim'),
  ];
}

const regionColumns: readonly Column<Region>[] = [
  { key: 'id', title: '#', width: 3, align: 'right', cell: ({ id }) => toned(String(id), 'accent') },
  { key: 'name', title: 'Region', width: 26, grow: 1, cell: ({ name }, width) => fit(name, width) },
  { key: 'place', title: 'Place', width: 15, rank: 1, cell: (region) => toned(coordinatesOf(region), 'dim') },
  {
    key: 'url',
    title: 'Ingest address',
    width: 20,
    grow: 2,
    rank: 2,
    cell: ({ url }) => toned(url || DASH, url ? 'plain' : 'dim'),
  },
];
