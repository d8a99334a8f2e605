import { type CommandId, screenOpenedBy } from '../../actions/commands.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import type { UiState } from '../shell.ts';
import { sliceOf } from './navigation.ts';
import { preferencesOf, withPreferences } from './preferences.ts';
import type { Program } from './program.ts';

/** Where the user was in a cluster: what was open, selected and filtered. */
type LeftScreen = Pick<UiState, 'screen' | 'slices' | 'back'>;

/**
 * Leads from cluster to cluster of a fleet and back. Each cluster keeps its own place; nothing that was typed or
 * selected in one is carried to another, except orders, views and columns, which are the user's.
 */
export class FleetTravel {
  readonly #program: Program;
  readonly #places = new Map<string, LeftScreen>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** True if the command leads to another cluster, or to all of them. */
  run(command: CommandId, argument: string | undefined): boolean {
    const { fleet } = this.#program.services;
    if (!fleet) return false;
    if (command === 'fleet.open') this.open(argument?.trim() ?? '');
    else if (command === 'fleet.next') this.#step(1);
    else if (command === 'fleet.previous') this.#step(-1);
    else if (screenOpenedBy(command) === 'fleet' && this.#program.ui.getState().screen !== 'fleet')
      this.all();
    else return false;
    return true;
  }

  get places(): readonly LeftScreen[] {
    return [...this.#places.values()];
  }

  /** Changes a slice in a cluster that is not open. Without a place there, nobody waits for it any more. */
  patch(cluster: string | undefined, screen: ScreenName, patch: object): void {
    const place = cluster === undefined ? undefined : this.#places.get(cluster);
    if (cluster === undefined || !place) return;
    const slices = { ...place.slices, [screen]: { ...sliceOf(place, screen), ...patch } };
    this.#places.set(cluster, { ...place, slices });
  }

  all(): void {
    const { services, ui } = this.#program;
    if (ui.getState().screen === 'fleet') return;
    this.#leave();
    services.fleet?.open(undefined);
    // The slices of the last cluster stay, because they hold the user's orders and views.
    this.#arrive({ screen: 'fleet', slices: ui.getState().slices, back: [] });
  }

  open(name: string): void {
    const names = this.#names();
    if (names.includes(name)) this.#open(name);
    else this.#program.notice(`:cluster NAME. There are: ${names.join(', ')}.`, 'warn');
  }

  #names(): readonly string[] {
    return this.#program.services.fleet?.members().map((member) => member.name) ?? [];
  }

  #step(step: 1 | -1): void {
    const names = this.#names();
    const { services, ui } = this.#program;
    const at = names.indexOf(services.cluster.getState().name);
    const from = ui.getState().screen === 'fleet' && step === 1 ? -1 : at;
    const next = names[(from + step + names.length) % names.length];
    if (next !== undefined) this.#open(next);
  }

  #open(name: string): void {
    const { services, ui, startDisplay } = this.#program;
    const before = ui.getState();
    const { fleet } = before.slices;
    if (before.screen !== 'fleet' && services.cluster.getState().name === name) return;
    this.#leave();
    services.fleet?.open(name);
    const place = this.#places.get(name) ?? { screen: 'overview', slices: {}, back: [] };
    const chosen = withPreferences({ ...before, slices: place.slices }, preferencesOf(before, startDisplay));
    this.#places.delete(name);
    this.#arrive({ ...place, slices: { ...chosen.slices, ...(fleet && { fleet }) } });
  }

  /** Keeps the place in the cluster that is open. */
  #leave(): void {
    const { services, ui } = this.#program;
    const { screen, slices, back } = ui.getState();
    this.#program.leaveCluster();
    if (screen === 'fleet') return;
    const { fleet: _, ...own } = slices;
    this.#places.set(services.cluster.getState().name, { screen, slices: own, back });
  }

  #arrive(place: LeftScreen): void {
    this.#program.ui.setState({
      // A question for a password may be open, and stays; any other dialog takes the keys that lead here.
      ...place,
      held: undefined,
      notice: undefined,
      selectedLink: undefined,
    });
    this.#program.enterScreen();
  }
}
