import { expect, onTestFinished, test } from 'vitest';
import type { PreferencesFile } from '../../../src/actions/preferences.ts';
import { turn } from '../../../src/base/turn.ts';
import { keepPreferences } from '../../../src/cli/watch/open-session.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

type Preferences = Awaited<ReturnType<PreferencesFile['read']>>;

/** A program that starts with these preferences in its file. */
async function started(kept: Preferences | Error) {
  const written: Preferences[] = [];
  const file: PreferencesFile = {
    read: () => (kept instanceof Error ? Promise.reject(kept) : Promise.resolve(kept)),
    write: async (preferences) => void written.push(preferences),
  };
  const themes: (string | undefined)[] = [];
  const services = fakeServices(sampleState(), {
    themes: ['dark', 'light'],
    setTheme: (theme) => {
      themes.push(theme);
      return { theme, message: '' };
    },
  });
  const { runtime } = new UiDriver(services, undefined, 'overview');
  onTestFinished(() => runtime.stop());
  const end = keepPreferences(file, false)(runtime);
  await turn();
  const chooseUnits = (units: 'bits' | 'bytes') =>
    runtime.ui.setState((ui) => ({ display: { ...ui.display, units } }));
  return { runtime, clock: services.clock, written, themes, end, chooseUnits };
}

test('a theme that does not exist is reported; the other choices are applied, and the file keeps it', async () => {
  const kept = { theme: 'drak', units: 'bytes', screens: {} } as const;
  const { runtime, themes, written, end, chooseUnits } = await started(kept);
  expect(runtime.ui.getState().notice).toMatchObject({
    text: 'Saved theme:  unknown name "drak" (did you mean dark?); allowed: dark, light',
    tone: 'warn',
  });
  expect(themes).toEqual([]);
  expect(runtime.ui.getState().display.units).toBe('bytes');
  chooseUnits('bits');
  end();
  expect(written).toEqual([{ theme: 'drak', screens: {} }]);
});

test('a choice is written once after a pause, and not after the end', async () => {
  const { clock, written, end, chooseUnits } = await started(undefined);
  chooseUnits('bits');
  await clock.advance(600);
  chooseUnits('bytes');
  await clock.advance(999);
  expect(written).toEqual([]);
  await clock.advance(1);
  expect(written).toEqual([{ units: 'bytes', screens: {} }]);
  chooseUnits('bits');
  end();
  expect(written).toHaveLength(2);
  chooseUnits('bytes');
  await clock.advance(1_000);
  expect(written).toHaveLength(2);
});

test('a choice before the pause is written at the end, and one that was taken back is not', async () => {
  for (const [choices, expected] of [
    [['bytes'], [{ units: 'bytes', screens: {} }]],
    [['bytes', 'bits'], []],
  ] as const) {
    const { written, end, chooseUnits } = await started(undefined);
    choices.forEach(chooseUnits);
    end();
    expect(written).toEqual(expected);
  }
});

test('a file that cannot be read is reported and not overwritten', async () => {
  const { runtime, written, end, chooseUnits } = await started(new Error('no rights'));
  expect(JSON.stringify(runtime.ui.getState())).toContain('Preferences are not saved:  no rights');
  chooseUnits('bytes');
  end();
  expect(written).toEqual([]);
});
