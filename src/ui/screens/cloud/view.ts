import { clockTime, count, duration } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import {
  type CreatedStream,
  isRevealed,
  regionName,
  type SecretPart,
  secretOf,
  shownSecret,
} from '../../../views/cloud/cloud.ts';
import type { Column } from '../../../views/lists/column.ts';
import { detailPanes } from '../../detail/detail-panes.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { titleParts } from '../../primitives/pane-title.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane } from '../../view.ts';
import { writtenPane } from '../written.ts';
import type { CloudModel } from './model.ts';
import { regionsPane } from './regions.ts';

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
      : [
          [{ text: count(list.count), tone: 'dim' }],
          [{ text: 'the API cannot list or delete them', tone: 'dim' }],
        ];
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
      'Enter: every field · y: copy key, username, password · R: show them · x: remove them',
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
        return [{ text: answer === undefined ? 'MAY EXIST' : 'NOT READABLE', tone: 'warn' }];
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
      cell: ({ name, doubt }) => (doubt === undefined ? name : [{ text: `▲ ${name}`, tone: 'warn' }]),
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
