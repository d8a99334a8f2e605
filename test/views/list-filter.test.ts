import { expect, test } from 'vitest';
import type { Stream } from '../../src/protocol/stream.ts';
import { parseListFilter } from '../../src/views/list-filter.ts';
import { streamColumns } from '../../src/views/stream-columns.ts';

const streams: readonly Stream[] = [
  {
    id: '1',
    streamKey: 'live-big',
    application: 'live',
    viewerCount: 1200,
    healthScore: 90,
    outBandwidth: 1e6,
  },
  {
    id: '2',
    streamKey: 'live-sick',
    application: 'live',
    viewerCount: 700,
    healthScore: 40,
    outBandwidth: 2e6,
  },
  { id: '3', streamKey: 'test-1', application: 'vod', viewerCount: 3, healthScore: 50, outBandwidth: 1000 },
  { id: '4', streamKey: 'unknown', application: 'my app' },
];

const passing = (text: string) => {
  const filter = parseListFilter(text, streamColumns, ({ streamKey }) => streamKey);
  expect(filter.problem).toBeUndefined();
  return streams.filter((stream) => filter.test(stream)).map(({ id }) => id);
};

test.each([
  ['', ['1', '2', '3', '4']],
  ['LIVE', ['1', '2']],
  ['viewers>500', ['1', '2']],
  ['viewers>=1.2k', ['1']],
  ['viewers>500 health<60', ['2']],
  ['app:live', ['1', '2']],
  ['app:live !sick', ['1']],
  ['!app:live', ['3', '4']],
  ['app:"my app"', ['4']],
  // Bits a second, as on the screen; the list has bytes.
  ['out>10M', ['2']],
  ['viewers<5', ['3']],
  ['!viewers>500', ['3', '4']],
])('‹%s› leaves %j', (text, ids) => {
  expect(passing(text)).toEqual(ids);
});

test.each([
  ['nothing>5', /no field ‘nothing’: .*viewers/],
  ['viewers>many', /‘many’ is no figure/],
])('‹%s› is refused with what is wrong', (text, problem) => {
  expect(parseListFilter(text, streamColumns, ({ id }: Stream) => id).problem).toMatch(problem);
});
