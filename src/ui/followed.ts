import type { ScreenName } from '../actions/screen-table.ts';
import type { ScreenInterest } from './screen.ts';
import type { UiState } from './store.ts';

/** What was marked to be watched is followed on every screen, not only where it was marked. */
export function followed(ui: UiState): Partial<ScreenInterest> {
  const of = (screen: ScreenName, key: string): readonly string[] => {
    const value = (ui.slices[screen] as Readonly<Record<string, unknown>> | undefined)?.[key];
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  };
  return {
    watchedStreams: of('streams', 'watched'),
    watchedApplications: of('applications', 'watched'),
    viewers: of('viewers', 'ids'),
  };
}
