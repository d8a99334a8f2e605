import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordTape } from '../support/record-tape.ts';
import { type Driver, launch } from './driver.ts';

/** The recorded time that the banner tells. */
function recordedTime(driver: Driver): number {
  const found = /REPLAY (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(driver.text());
  return Date.parse(`${found?.[1]}T${found?.[2]}Z`);
}

describe('an incident', () => {
  const tape = join(mkdtempSync(join(tmpdir(), 'castwatch-replay-')), 'incident.tape');
  beforeAll(() => recordTape(tape, 60_000, { scenario: 'incident' }));

  test('is replayed by keys: steps, speed, problems, times and screens', async () => {
    await using replay = launch({ args: ['replay', tape] });
    await replay.sees('REPLAY', 'READ-ONLY', 'lab', /edge-fra-1/);
    replay.press('space');
    await replay.sees('❚❚ 1×');
    const stood = recordedTime(replay);
    replay.press(':').type('step').press('enter');
    await replay.until(() => recordedTime(replay) === stood + 2_000, 'one poll went by');
    for (let twice = 0; twice < 2; twice++) replay.press(':').type('back').press('enter');
    await replay.until(() => recordedTime(replay) <= stood, 'it is back');
    for (let twice = 0; twice < 2; twice++) replay.press(':').type('faster').press('enter');
    await replay.sees('4×');
    await replay.sees(/─✖─/);
    replay.press('}');
    await replay.sees('✖ CRITICAL', 'Server outage');
    replay.press('4');
    await replay.sees('PUBLISHED');
    replay.press('6');
    replay.press(':').type('at').press('enter');
    await replay.sees('Time, ');
    replay.type('99:99').press('enter');
    await replay.sees('such as 14:03');
    replay.press('esc');
    await replay.seesNo('Time, ');
    replay.press('1', 'space');
    await replay.sees(/[▶■] 4×/);
    expect(replay.text()).toContain('REPLAY');
    replay.press('q');
    expect(await replay.ends()).toBe(0);
  });
});

test('a signal still closes the recording, which is private', async () => {
  await using live = launch({ args: ['demo', '--record', 'demo.tape', '--log', 'demo.log'] });
  await live.sees(/(edge|origin)-fra-1/);
  live.pty.kill('SIGTERM');
  await live.ends();
  expect(statSync(join(live.home, 'demo.tape')).mode & 0o777).toBe(0o600);
  const log = readFileSync(join(live.home, 'demo.log'), 'utf8').trim().split('\n');
  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'request', endpoint: 'dashboard', status: 200 }),
  );
  await using replay = launch({ args: ['replay', join(live.home, 'demo.tape')] });
  await replay.sees('REPLAY', /(edge|origin)-fra-1/);
  replay.press('q');
  expect(await replay.ends()).toBe(0);
});
