import type { PreferencesFile } from '../../actions/preferences.ts';
import { unknownName } from '../../config/nearest.ts';
import { preferencesOf, withPreferences } from '../../ui/program/preferences.ts';
import type { Runtime } from '../../ui/program/runtime.ts';

/** Changes are written after this pause, ms. */
const WRITE_AFTER_MS = 1000;

/** Restores the choices of earlier runs and saves those of this one. For `WatchOptions.attach`. */
export function keepPreferences(
  file: PreferencesFile,
  hasOwnTheme: boolean,
): (runtime: Runtime) => () => Promise<void> {
  return (runtime) => {
    const { ui, services } = runtime;
    let kept: string | undefined;
    let cancel = () => {};
    const tell = (error: Error) => runtime.notice(`Preferences are not saved:  ${error.message}`, 'warn');
    const now = () => preferencesOf(ui.getState(), runtime.startDisplay);
    const write = async () => {
      const text = JSON.stringify(now());
      if (kept === undefined || text === kept) return;
      kept = text;
      await file.write(now()).catch(tell);
    };
    const takeTheme = (theme: string) => {
      if (services.themes.includes(theme)) services.setTheme(theme);
      else runtime.notice(`Saved theme:  ${unknownName(theme, services.themes)}`, 'warn');
    };
    const off = ui.subscribe(() => {
      cancel();
      cancel = services.clock.after(WRITE_AFTER_MS, write);
    });
    file.read().then((preferences) => {
      if (preferences) {
        ui.setState((state) => withPreferences(state, preferences));
        if (preferences.theme !== undefined && !hasOwnTheme) takeTheme(preferences.theme);
      }
      kept = JSON.stringify(now());
    }, tell);
    return () => {
      off();
      cancel();
      return write();
    };
  };
}
