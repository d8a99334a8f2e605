import { clockTime, DASH, duration } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import type { Region } from '../../../protocol/cloud.ts';
import { coordinatesOf, transcodingWords } from '../../../views/cloud/cloud.ts';
import type { Column } from '../../../views/lists/column.ts';
import { idsInSight, rowList, type ShownList } from '../../list-screen/shown-list.ts';
import { selectedRow } from '../../primitives/list.ts';
import { titleParts } from '../../primitives/pane-title.ts';
import { panel } from '../../primitives/panel.ts';
import { table } from '../../primitives/table.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { readLongAgo } from '../stale.ts';
import type { CloudSlice } from './slice.ts';

/** Most rows of an error above the table, so that regions stay visible. */
const ERROR_ROWS = 3;

export interface RegionsModel {
  readonly regions: readonly Region[];
  readonly list: ShownList<Region>;
  /** The lines above the table. */
  readonly facts: readonly Line[];
}

export function regionsModel(slice: CloudSlice, regions: readonly Region[], rect: Rect): RegionsModel {
  const facts = factLines(slice, rect.width - 4);
  const list = rowList(regions, ({ id }) => String(id), {
    rect,
    position: slice.regionsAt,
    // Borders, header and facts.
    height: Math.max(1, rect.height - 3 - facts.length),
  });
  return { regions, list, facts };
}

/**
 * What the account permits. If the last request failed, its error is shown instead; the old values stay in the
 * table.
 */
function factLines({ values }: CloudSlice, width: number): Line[] {
  const { value, error } = values;
  if (error !== undefined) return wrapText(safeText(`✖ ${error}`), width, 'crit').slice(0, ERROR_ROWS);
  const isForbidden = value?.isTranscodingEnabled === false;
  const transcoding = value ? transcodingWords(value) : DASH;
  const zones = value?.timezones;
  return [
    [
      { text: 'ABR ', tone: 'dim' },
      {
        text: isForbidden ? `▲ ${transcoding}` : transcoding,
        tone: isForbidden ? 'warn' : 'dim',
      },
      { text: ' · ', tone: 'faint' },
      { text: zones ? `${zones.length} time zones` : `time zones ${DASH}`, tone: 'dim' },
    ],
  ];
}

export function regionsPane(view: View, slice: CloudSlice, shown: RegionsModel): Pane {
  const { values } = slice;
  const { regions, list, facts } = shown;
  const { rect } = list;
  const focus = slice.part === 'regions';
  const title = 'Regions';
  const right = titleParts(title, rect.width, [
    values.error === undefined ? undefined : [{ text: '✖ not read', tone: 'crit' }],
    values.asking ? [{ text: 'asking...', tone: 'accent' }] : undefined,
    values.updatedAt === undefined ? undefined : [{ text: readAt(view, values.updatedAt), tone: 'dim' }],
    regions.length > 0 ? [{ text: String(regions.length), tone: 'dim' }] : undefined,
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

function readAt(view: View, at: number): string {
  return view.display.times === 'absolute' ? `read ${clockTime(at)}` : `read ${duration(view.now - at)} ago`;
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
  if (values.asking) return [[{ text: 'Asking for regions and time zones...', tone: 'accent' }]];
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
  return [...facts, ...(regions.length === 0 ? noRegions(width) : regionTable(list, width, focus))];
}

function noRegions(width: number): Line[] {
  return wrapText('The cloud names no region: no stream can be created.', width, 'warn');
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
    cell: ({ id }) => [{ text: String(id), tone: 'accent' }],
  },
  { key: 'name', title: 'Region', width: 26, grow: 1, cell: ({ name }, width) => fit(name, width) },
  {
    key: 'place',
    title: 'Place',
    width: 15,
    rank: 1,
    cell: (region) => [{ text: coordinatesOf(region), tone: 'dim' }],
  },
  {
    key: 'url',
    title: 'Ingest address',
    width: 20,
    grow: 2,
    rank: 2,
    cell: ({ url }) => [{ text: url || DASH, tone: url ? 'plain' : 'dim' }],
  },
];
