import { expect, test } from 'vitest';
import { isAlert, parseRange } from '../../../src/cli/check/range.ts';
import { checkLimits } from '../../../src/cli/check/thresholds.ts';
import { UsageError } from '../../../src/cli/options/options.ts';

test('the command line overrides the configuration, in any notation', () => {
  const configured = { cpuWarn: 50, cpu: { warn: 60, crit: 70 }, latencyWarn: 10, staleWarn: '20s' };
  const { thresholds } = checkLimits(configured, {
    warn: ['cpu=80', 'latency=20ms'],
    crit: ['cpu=90%', 'risk=7'],
  });
  expect(thresholds).toMatchObject({
    cpuWarn: 80,
    cpuCrit: 90,
    latencyWarn: 20,
    riskCrit: 7,
    staleWarn: 20_000,
  });
});

test.each([
  ['nonsense', /NAME=VALUE .*cpu, mem, bandwidth, limit, transcode/],
  ['cpu=', /NAME=VALUE/],
  ['=3', /NAME=VALUE/],
  ['stale=3', /NAME=VALUE/],
  ['cpu=hot', /cpuWarn.*number from 0 to 100/],
  ['cpu=101', /cpuWarn.*number from 0 to 100/],
  ['cpu=99', /cpuWarn.*above cpuCrit/],
])('%s is refused with the allowed values', (text, words) => {
  const limits = () => checkLimits({}, { warn: [text] });
  expect(limits).toThrow(words);
  expect(limits).toThrow(UsageError);
});

test('a plain number for a figure of a rule is its threshold; any other range judges the figure', () => {
  const warn = ['cpu_max=70', 'mem_max=10:80', 'servers=12:'];
  const { thresholds, ranges } = checkLimits({}, { warn });
  expect(thresholds.cpuWarn).toBe(70);
  expect([...ranges.warn.keys()]).toEqual(['mem_max', 'servers']);
  expect(ranges.crit.size).toBe(0);
});

test.each<[string, number[], number[]]>([
  ['10', [-1, 11], [0, 10]],
  ['10:', [9.9], [10, 1e9]],
  ['~:10', [10.1], [-1e9, 10]],
  ['10:20', [9, 21], [10, 20]],
  ['5:5', [4, 6], [5]],
  ['@10:20', [10, 15, 20], [9, 21]],
])('the range %s alerts at %j and not at %j', (text, bad, good) => {
  const range = parseRange(text);
  if (!range) throw new Error('no range');
  expect(bad.filter((value) => !isAlert(range, value))).toEqual([]);
  expect(good.filter((value) => isAlert(range, value))).toEqual([]);
});

test.each(['', ':', '20:10', 'a:b', '1e3', '@', '10:20:30'])('%j is refused as a range', (text) => {
  expect(parseRange(text)).toBeUndefined();
});
