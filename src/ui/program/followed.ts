import { screenNames } from '../../actions/screen-table.ts';
import { screenOf } from '../screens/registry.ts';
import type { ScreenInterest } from '../services.ts';
import type { UiState } from '../store.ts';
import { sliceOf } from './navigation.ts';

/** What was marked to be watched is followed on every screen, not only where it was marked. */
export function followed(ui: UiState): Partial<ScreenInterest> {
  let interest: Partial<ScreenInterest> = {};
  for (const name of screenNames) interest = { ...interest, ...screenOf(name).follows?.(sliceOf(ui, name)) };
  return interest;
}
