import { DASH } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import type { Region } from '../../../protocol/cloud.ts';
import { type CreatedStream, regionsOf, transcodingWords } from '../../../views/cloud/cloud.ts';
import type { DetailModel } from '../../detail/detail-panes.ts';
import { rowList, type ShownList, type ShownLists } from '../../list-screen/shown-list.ts';
import { placeList } from '../../primitives/list.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { type AdminFrame, adminFrame } from '../admin.ts';
import { regionFacts, streamFacts } from './detail.ts';
import type { CloudSlice } from './slice.ts';

/** Borders, a header, and the text below the streams. */
const ROWS_BESIDE_STREAMS = 8;
/** Rows of the streams below the regions: at least borders, a header, some text. */
const LEAST_STREAM_ROWS = 6;
const STREAMS_SHARE = 0.3;

/** In a narrow and low window only the focused list is shown. */
function cloudLayout(area: Rect, slice: CloudSlice): CloudLayout {
  const frame = adminFrame(area, slice, {
    beside: slice.created.length + ROWS_BESIDE_STREAMS,
    below: Math.max(LEAST_STREAM_ROWS, Math.floor(area.height * STREAMS_SHARE)),
  });
  const { main, side, ...others } = frame;
  return side ? { regions: main, streams: side, ...others } : { [slice.part]: main };
}

interface CloudLayout extends Omit<AdminFrame, 'main' | 'side'> {
  readonly regions?: Rect;
  readonly streams?: Rect;
}

export interface CloudModel extends ShownLists<CloudSlice['part']> {
  readonly view: View;
  readonly slice: CloudSlice;
  /** Empty while a detail is open. */
  readonly layout: CloudLayout;
  readonly regions: readonly Region[];
  readonly regionsPane: RegionsModel | undefined;
  readonly lists: { readonly regions?: ShownList<Region>; readonly streams?: ShownList<CreatedStream> };
  /** The selected region; undefined if there is none, or the response no longer contains it. */
  readonly region: Region | undefined;
  /** The open stream, or else the selected one. */
  readonly stream: CreatedStream | undefined;
  /** The detail of the open stream, or of the selected row if there is room beside the lists. */
  readonly detail: DetailModel | undefined;
}

/** The regions of the account and the streams created in this session, or the detail of a created stream. */
export function cloudModel(view: View, slice: CloudSlice, area: Rect): CloudModel {
  const regions = regionsOf(slice.values.value);
  const shown = { view, slice, regions, region: selectedRegion(slice, regions), part: slice.part };
  if (slice.opened !== undefined) {
    const stream = slice.created.find(({ id }) => id === slice.opened);
    const detail = openedDetail(view, slice, stream, area);
    return { ...shown, layout: {}, regionsPane: undefined, lists: {}, stream, detail };
  }
  const layout = cloudLayout(area, slice);
  const regionsPane = layout.regions && regionsModel(slice, regions, layout.regions);
  const streams =
    layout.streams &&
    rowList(slice.created, ({ id }) => id, { rect: layout.streams, position: slice.streamsAt });
  const ids = slice.created.map(({ id }) => id);
  const stream = slice.created[placeList(slice.streamsAt, ids, 1).index];
  const lists = { ...(regionsPane && { regions: regionsPane.list }), ...(streams && { streams }) };
  const model = { ...shown, layout, regionsPane, lists, stream };
  return { ...model, detail: layout.detail && selectedDetail(model, layout.detail) };
}

function selectedRegion({ regionsAt }: CloudSlice, regions: readonly Region[]): Region | undefined {
  const ids = regions.map(({ id }) => String(id));
  const { index, vanished } = placeList(regionsAt, ids, 1);
  return vanished ? undefined : regions[index];
}

function openedDetail(
  view: View,
  slice: CloudSlice,
  stream: CreatedStream | undefined,
  facts: Rect,
): DetailModel {
  return {
    id: 'cloud.detail',
    title: `Cloud stream ${stream?.name ?? ''}`,
    stale: undefined,
    lines: stream
      ? streamFacts(view, slice, stream, facts)
      : [toned('This stream is not in the list any more.', 'warn')],
    facts,
    scroll: slice.detailScroll,
  };
}

/** Every field of the selected stream, or the facts about the selected region. */
function selectedDetail(
  { view, slice, part, stream, region }: Omit<CloudModel, 'detail'>,
  facts: Rect,
): DetailModel {
  const detail = { id: 'cloud.selected', stale: undefined, facts, scroll: undefined };
  if (part === 'streams' && stream) {
    const lines = streamFacts(view, slice, stream, facts);
    return { ...detail, title: `Cloud stream ${stream.name}`, lines };
  }
  return { ...detail, title: 'Region', lines: regionFacts(slice, region) };
}

/** Most rows of an error above the table, so that regions stay visible. */
const ERROR_ROWS = 3;

export interface RegionsModel {
  readonly regions: readonly Region[];
  readonly list: ShownList<Region>;
  /** The lines above the table. */
  readonly facts: readonly Line[];
}

function regionsModel(slice: CloudSlice, regions: readonly Region[], rect: Rect): RegionsModel {
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
