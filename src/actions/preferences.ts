export type { Preferences, ScreenPreferences } from '../config/preferences.ts';
