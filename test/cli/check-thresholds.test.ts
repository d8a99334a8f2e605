import { expect, test } from 'vitest';
import { checkThresholds } from '../../src/cli/check-thresholds.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';

const none = { warn: [], crit: [] };

test('nothing must last longer than the check looks; clearing and events keep their times', () => {
  const { thresholds } = checkThresholds({}, none, 2_000);
  const usual = mergeThresholds();
  expect(thresholds).toMatchObject({ hotFor: 2_000, transcodeFor: 2_000, stormFor: 2_000, healthFor: 2_000 });
  expect(thresholds).toMatchObject({
    hotClearFor: usual.hotClearFor,
    eventFor: usual.eventFor,
    flapWindow: usual.flapWindow,
  });
  expect(checkThresholds({ hotFor: 1 }, none, 20_000).thresholds).toMatchObject({
    hotFor: 1_000,
    limitFor: 20_000,
  });
});

test('the command line wins over the configuration, however that is written', () => {
  const configured = { cpuWarn: 50, cpu: { warn: 60, crit: 70 }, latencyWarn: 10, staleWarn: '20s' };
  const { thresholds, configured: passedOn } = checkThresholds(
    configured,
    { warn: ['cpu=80', 'latency=20ms'], crit: ['cpu=90%', 'risk=7'] },
    60_000,
  );
  expect(thresholds).toMatchObject({
    cpuWarn: 80,
    cpuCrit: 90,
    latencyWarn: 20,
    riskCrit: 7,
    staleWarn: 20_000,
  });
  // What goes on to the session reads back as the very same.
  expect(mergeThresholds(passedOn)).toEqual(thresholds);
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
  expect(() => checkThresholds({}, { warn: [text], crit: [] }, 2_000)).toThrow(words);
});
