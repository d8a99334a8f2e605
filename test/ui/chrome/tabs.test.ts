import { expect, test } from 'vitest';
import { tabs } from '../../../src/ui/chrome/tabs.ts';

const text = (width: number) =>
  tabs('servers', width)
    .map((span) => span.text)
    .join('');

const FULL =
  ' 1 Overview  2 Servers  3 Streams  4 Applications  5 Viewers  6 Journal  7 Users  8 Settings  9 Cloud  0 Problems';

test('tabs show all names, those of most screens, or that of the current one: the same at every width', () => {
  expect(text(FULL.length)).toBe(FULL);
  const short = text(FULL.length - 1).trimEnd();
  expect(short).toBe(FULL.replaceAll(/(\d) /g, '$1').replaceAll('  ', ' '));
  expect(text(80).trimEnd()).toBe(
    ' 1Overview 2Servers 3Streams 4Applications 5Viewers 6Journal 7 8 9 0Problems',
  );
  const least = ' 1 2 Servers 3 4 5 6 7 8 9 0';
  expect(text(least.length)).toBe(least);
  expect(text(20)).toHaveLength(20);
});

test('the tab of the current screen is marked, and each tab links to its screen', () => {
  const spans = tabs('servers', FULL.length).filter(({ link }) => link);
  expect(spans.filter(({ on }) => on === 'select').map((span) => span.text)).toEqual(['2', ' Servers']);
  expect(spans.filter(({ tone }) => tone === 'bold').map((span) => span.text)).toEqual([' Servers']);
  expect(spans.slice(0, 4).map(({ link }) => link)).toEqual([
    { kind: 'command', id: 'screen.overview' },
    { kind: 'command', id: 'screen.overview' },
    { kind: 'command', id: 'screen.servers' },
    { kind: 'command', id: 'screen.servers' },
  ]);
});

test('the tabs change with the screen and with the width', () => {
  const before = tabs('servers', 120);
  expect(tabs('servers', 120)).toBe(before);
  expect(tabs('streams', 120)).not.toEqual(before);
  expect(tabs('servers', 60)).not.toEqual(before);
});
