import { count, DASH } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { coordinatesOf, regionsOf, transcodingWords } from '../../../views/cloud/cloud.ts';
import { placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { fact, scrolledPane } from '../detail-parts.ts';
import { regionIds } from './secrets.ts';
import type { CloudSlice } from './slice.ts';
import { streamFacts } from './streams.ts';

/** Beside the lists: every field of the selected stream, or what is known of the selected region. */
export function selectedPane(view: View, slice: CloudSlice, rect: Rect): Pane {
  const ids = slice.created.map(({ id }) => id);
  const placed = placeList(slice.streamsAt, ids, 1);
  const stream = slice.created[placed.index];
  if (slice.part === 'streams' && stream && !placed.vanished) {
    const lines = streamFacts(view, slice, stream.id, rect);
    return scrolledPane({
      id: 'cloud.selected',
      title: `Cloud stream ${stream.name}`,
      stale: undefined,
      lines,
      facts: rect,
      scroll: undefined,
    });
  }
  const lines = regionFacts(slice);
  const title = 'Region';
  return { id: 'cloud.selected', rect, lines: panel({ title }, lines, rect.width, rect.height) };
}

function regionFacts(slice: CloudSlice): Line[] {
  const ids = regionIds(slice);
  const placed = placeList(slice.regionsAt, ids, 1);
  const region = regionsOf(slice.values.value)[placed.index];
  if (!region || placed.vanished) return [[{ text: 'No region is selected.', tone: 'dim' }]];
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
    [{ text: 'a creates a stream in this region.', tone: 'dim' }],
  ];
}
