import { describe, expect, test } from 'vitest';
import type { Line } from '../../../../src/base/text.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { answeredStreams } from '../../answered-streams.ts';
import { openScreen } from '../../open-screen.ts';

test('the pane of unhealthy streams keeps its place and height while there are none', () => {
  const state = answeredStreams();
  const { streams, streamSweep } = state;
  const healthy = <K, T>(items: ReadonlyMap<K, T>) =>
    new Map([...items].map(([key, it]) => [key, { ...it, healthScore: 99, healthGrade: 'Very Good' }]));
  const listed = { ...streams.value, items: healthy(streams.value.items) };
  const swept = streamSweep.value && { ...streamSweep.value, items: healthy(streamSweep.value.items) };
  const all = { streams: { ...streams, value: listed }, streamSweep: { ...streamSweep, value: swept } };
  const { hands } = openScreen('streams', { ...state, ...all });
  hands.sees('✔ No stream is unhealthy');
  const { rect } = openScreen('streams', state).hands.pane('streams.all') ?? {};
  expect(rect).toBeDefined();
  expect(hands.pane('streams.all')?.rect).toEqual(rect);
});

test('when a server lists fewer streams than it counts, both titles say how many were read', () => {
  const state = answeredStreams();
  const { streamSweep } = state;
  const { size = 0 } = streamSweep.value?.items ?? {};
  const value = streamSweep.value && { ...streamSweep.value, totalItems: 37, short: 37 - size };
  const { screen } = openScreen('streams', { ...state, streamSweep: { ...streamSweep, value } }).hands;
  expect(screen.match(new RegExp(`${size} of 37 read`, 'g'))).toHaveLength(2);
});

test('an answer to another query is not shown as the answer to this one', () => {
  const { hands } = openScreen('streams', answeredStreams({ query: { search: 'something else' } }));
  hands.sees('Asking the server');
});

test('when the server ignores the order, the loaded part is sorted, and the title says so', () => {
  const { hands } = openScreen('streams', answeredStreams({ orderIgnored: true, totalItems: 100 }));
  hands.sees('only the loaded part is sorted');
  const keys = [
    'arena',
    'zoë',
    'morning-show',
    'radio',
    '東京',
    'camera_7',
    'concert',
    '한국',
    'الأخبار',
    'backup',
  ];
  const rows = hands.rows('streams.all').join('\n');
  expect(rows.match(new RegExp(keys.join('|'), 'g'))).toEqual(keys);
});

test('a watched stream that ended keeps its place and says when it ended', () => {
  const state = answeredStreams();
  const stream = state.streams.value.items.get(2);
  const value = [{ id: 'stream-2', value: stream, endedAt: new Date(2026, 0, 15, 14, 3, 7).getTime() }];
  const ended = { ...state, watchedStreams: { ...state.watchedStreams, value } };
  for (const size of [undefined, { columns: 40, rows: 12 }]) {
    const { hands } = openScreen('streams', ended, { size });
    hands.runtime.goTo('streams', { part: 'watched', watched: ['stream-2'] });
    hands.sees('ENDED at 14:03:07');
  }
});

describe('keys', () => {
  function open(state = answeredStreams()) {
    const { hands, services } = openScreen('streams', state);
    const press = (...keys: string[]) => hands.press(...keys);
    return { hands, services, press, asked: () => services.interests.at(-1) };
  }

  test('the visible window is polled, and the end of a hundred thousand rows is one key away', () => {
    const { press, asked } = open(answeredStreams({ totalItems: 100_000 }));
    expect(asked()?.streams).toMatchObject({ from: 0 });
    press('G');
    const window = asked()?.streams;
    expect(window?.to).toBe(100_000);
    expect(window && window.to - window.from).toBeLessThanOrEqual(75);
  });

  test('the selection stays on the stream when a refresh moves it', () => {
    const { hands, services, press } = open();
    expect(press('j', 'j').slice()).toMatchObject({ all: { selectedId: 'stream-2' } });
    const items = [...answeredStreams().streams.value.items.values()];
    const moved = new Map([...items.slice(3), ...items.slice(0, 3)].map((item, index) => [index, item]));
    services.show(answeredStreams({ items: moved }));
    press('y');
    expect(services.copied).toEqual(['stream-2']);
    expect(press('k').slice()).toMatchObject({ all: { selectedId: 'stream-1' } });
    hands.sees('9 of 10');
  });

  test('when the selected stream vanished, the screen says so and no key acts', () => {
    const { hands, services, press } = open();
    press('j');
    const left = [...answeredStreams().streams.value.items].filter(([index]) => index !== 1);
    const gone = new Map(left.map(([, item], index) => [index, item]));
    services.show(answeredStreams({ items: gone, totalItems: 9 }));
    hands.runtime.draw();
    expect(press('y', ':watch', 'enter').slice()).toMatchObject({ watched: [], opened: undefined });
    expect(services.copied).toEqual([]);
    hands.sees('the selected stream is not in the list');
  });

  test('filter, state and order are sent to the server, and Esc removes the filter', () => {
    const { press, asked } = open();
    press('/', ...'live app:vod', 'enter');
    const search = { search: 'live', application: 'vod' };
    expect(asked()?.streams?.query).toMatchObject(search);
    press('f', 'j', 'enter', 's', 'j', 'j', 'enter');
    const order = { orderBy: 'healthScore', order: 'asc' };
    expect(asked()?.streams?.query).toMatchObject({ ...search, ...order, streamState: 'PUBLISHED' });
    press('S', 'esc');
    expect(asked()?.streams?.query).toEqual({ orderBy: 'healthScore', order: 'desc' });
  });

  test('a marked stream is followed on every screen, and looked-up ids are added', () => {
    const { press, asked } = open();
    press(':watch', ':lookup', ...'a1, b2', 'enter')
      .sees('3 watched')
      .press('1');
    expect(asked()?.watchedStreams).toEqual(['stream-0', 'a1', 'b2']);
    press('4', 'k', 'k', 'k', ':watch', '1');
    expect(asked()?.watchedStreams).toEqual(['a1', 'b2']);
  });
});

test('the cursor moves from the last unhealthy stream to the first of all streams', () => {
  const { hands } = openScreen('streams', answeredStreams());
  /** The title of the pane that has the selection, and the selected row. */
  const selected = () => {
    const isSelected = (line: Line) => line.some(({ on }) => on === 'select');
    const panes = hands.runtime.panes().filter(({ id }) => id.startsWith('streams.'));
    const pane = panes.find(({ lines }) => lines.some(isSelected));
    return [/[A-Z]\w+/.exec(textOf(pane?.lines[0]))?.[0], textOf(pane?.lines.find(isSelected))] as const;
  };
  hands.press('tab');
  const seen = new Set<string>();
  while (selected()[0] === 'Unhealthy' && seen.size < 20) {
    seen.add(selected()[1]);
    hands.press('j');
  }
  expect(seen.size).toBeGreaterThan(1);
  expect(selected()[0]).toBe('Streams');
});
