import { expect, onTestFinished, test } from 'vitest';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { SLOW_PAINT_MS } from '../../src/ui/program/slow-link.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { judgedServices } from '../support/judged-services.ts';
import { watchLive } from '../support/live.ts';

const SIZE = { columns: 120, rows: 40 };
const WARM_UP_MS = 20_000;
const MEASURED_MS = 60_000;

test('--low-bandwidth sends at most half of the bytes of the Overview', async () => {
  const live = await watchLive('steady', 1);
  onTestFinished(() => live.close());
  const services = judgedServices(live);
  const outputOf = (lowBandwidth: boolean) => {
    const output = new FakeOutput(SIZE.columns, SIZE.rows);
    const theme = resolveTheme('dark', '256');
    const { clock } = live;
    const screen = new Screen({ output, theme, clock, minInterval: lowBandwidth ? SLOW_PAINT_MS : 0 });
    const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth } as const;
    const runtime = new Runtime(services, createUiStore('overview', display), SIZE, () => {});
    const lay = () => {
      for (const { id, rect, lines, layer } of runtime.panes()) screen.setSurface(id, rect, lines, layer);
    };
    runtime.start();
    runtime.subscribe(lay);
    lay();
    onTestFinished(() => {
      runtime.stop();
      screen.destroy();
    });
    return output;
  };
  const usual = outputOf(false);
  const low = outputOf(true);
  await live.run(WARM_UP_MS);
  usual.take();
  low.take();
  await live.run(MEASURED_MS);
  const [all, saved] = [usual.take().length, low.take().length];
  expect(all).toBeGreaterThan(1_000);
  expect(saved, `${saved} of ${all} bytes in a minute`).toBeLessThanOrEqual(all / 2);
});
