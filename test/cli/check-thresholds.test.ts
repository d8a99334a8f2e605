import { expect, test } from 'vitest';
import { checkThresholds } from '../../src/cli/check-thresholds.ts';

test('the command line wins over the configuration, however that is written', () => {
  const configured = { cpuWarn: 50, cpu: { warn: 60, crit: 70 }, latencyWarn: 10, staleWarn: '20s' };
  const thresholds = checkThresholds(configured, {
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
])('%s is refused with what is allowed', (text, words) => {
  expect(() => checkThresholds({}, { warn: [text], crit: [] })).toThrow(words);
});
