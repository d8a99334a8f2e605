import { isOfFleet, screenNames } from '../../actions/screen-table.ts';
import { screenOf } from '../screens/registry.ts';
import type { ScreenInterest, SessionAccess } from '../services.ts';
import type { UiState } from '../shell.ts';
import { sliceOf } from './navigation.ts';
import type { ScreenFrame } from './screen-frame.ts';

const nothing: ScreenInterest = { servers: false, watchedStreams: [], watchedApplications: [], viewers: [] };

/** What is polled besides the fixed resources: what the screen shows, and what is watched. */
export class Interest {
  /** The same object as long as nothing changes. */
  current = nothing;
  #key = '';

  /** Nothing is shown of this cluster any more. */
  end(monitor: Pick<SessionAccess['monitor'], 'setInterest'>): void {
    this.#key = '';
    this.current = nothing;
    monitor.setInterest(nothing);
  }

  /** Takes what is shown now. True if that changes what is polled. */
  update(ui: UiState, { model }: ScreenFrame): boolean {
    const interest: ScreenInterest = {
      ...nothing,
      // Of a fleet no cluster is looked at, and the slices are those of the last one.
      ...(isOfFleet(ui.screen) ? {} : watchedAnywhere(ui)),
      ...screenOf(ui.screen).interest?.(model),
    };
    const key = JSON.stringify(interest);
    if (key === this.#key) return false;
    this.#key = key;
    this.current = interest;
    return true;
  }
}

/** Watched objects are polled on every screen, not only on the one where they were added. */
function watchedAnywhere(ui: UiState): Partial<ScreenInterest> {
  return Object.assign({}, ...screenNames.map((name) => screenOf(name).follows?.(sliceOf(ui, name))));
}
