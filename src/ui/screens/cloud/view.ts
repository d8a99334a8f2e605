import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, toned } from '../../../base/text.ts';
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
} from '../../../views/cloud/cloud.ts';
import type { Column } from '../../../views/lists/column.ts';
import { detailPanes } from '../../detail/detail-panes.ts';
import { idsInSight, listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { selectedRow } from '../../primitives/list.ts';
import { panel, titleParts } from '../../primitives/panel.ts';
import { table } from '../../primitives/table.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { writtenPane } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';
import type { CloudModel, RegionsModel } from './model.ts';
import type { CloudSlice } from './slice.ts';

export function drawCloud(model: CloudModel): Pane[] {
  const { view, slice, layout, lists, detail } = model;
  const panes: Pane[] = [];
  if (model.regionsPane) panes.push(regionsPane(view, slice, model.regionsPane));
  if (lists.streams) panes.push(streamsPane(model, lists.streams));
  if (detail) panes.push(...detailPanes(view, detail));
  if (layout.written) panes.push(writtenPane('cloud', slice, layout.written));
  return panes;
}

function streamsPane(model: CloudModel, list: ShownList<CreatedStream>): Pane {
  const { width } = list.rect;
  const title = 'Created in this run';
  // Without streams the text below explains how to create one.
  const words: Line[] =
    list.count === 0
      ? []
      : [toned(count(list.count), 'dim'), toned('the API cannot list or delete them', 'dim')];
  return listPane('cloud.streams', list, {
    title,
    right: titleParts(title, width, words),
    focus: model.part === 'streams',
    columns: streamColumns(model),
    empty: emptyLines(width - 4),
    below: noteLines(width - 4),
  });
}

function noteLines(width: number): Line[] {
  return [
    [],
    ...wrapText(
      'Enter: every field · y: copy key, username, password · :reveal: show them · x: remove them',
      width,
      'dim',
    ),
    ...wrapText(
      'Kept here until castwatch ends or shows another cluster: the API cannot list or delete cloud streams.',
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

function regionsPane(view: View, slice: CloudSlice, shown: RegionsModel): Pane {
  const { values } = slice;
  const { regions, list, facts } = shown;
  const { rect } = list;
  const focus = slice.part === 'regions';
  const title = 'Regions';
  const right = titleParts(title, rect.width, [
    values.error === undefined ? undefined : toned('✖ not read', 'crit'),
    values.asking ? toned('asking...', 'accent') : undefined,
    values.updatedAt === undefined ? undefined : toned(`read ${agoWords(view, values.updatedAt)}`, 'dim'),
    regions.length > 0 ? toned(String(regions.length), 'dim') : undefined,
  ]);
  const lines = values.value ? regionLines(shown, focus) : withoutValues(view, slice, rect.width - 4);
  const stale = readLongAgo(values.updatedAt, view.now);
  return {
    id: 'cloud.regions',
    rect,
    lines: panel({ title, right, focus, stale }, lines, rect),
    focus,
    // Rows above the first region: border, facts, header.
    list: { firstRow: facts.length + 2, ids: idsInSight(list), selected: list.chosen },
  };
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

function regionLines({ regions, list, facts }: RegionsModel, focus: boolean): Line[] {
  const width = Math.max(1, list.rect.width - 4);
  if (regions.length > 0) return [...facts, ...regionTable(list, width, focus)];
  return [...facts, ...wrapText('The cloud names no region: no stream can be created.', width, 'warn')];
}

function regionTable(list: ShownList<Region>, width: number, focus: boolean): Line[] {
  const { rows, placed } = list;
  return table({
    columns: regionColumns,
    data: (index) => rows[index - placed.scroll],
    count: list.count,
    width,
    height: list.height + 1,
    scroll: placed.scroll,
    selected: selectedRow(placed),
    focus,
  });
}

const regionColumns: readonly Column<Region>[] = [
  {
    key: 'id',
    title: '#',
    width: 3,
    align: 'right',
    cell: ({ id }) => toned(String(id), 'accent'),
  },
  { key: 'name', title: 'Region', width: 26, grow: 1, cell: ({ name }, width) => fit(name, width) },
  {
    key: 'place',
    title: 'Place',
    width: 15,
    rank: 1,
    cell: (region) => toned(coordinatesOf(region), 'dim'),
  },
  {
    key: 'url',
    title: 'Ingest address',
    width: 20,
    grow: 2,
    rank: 2,
    cell: ({ url }) => toned(url || DASH, url ? 'plain' : 'dim'),
  },
];
