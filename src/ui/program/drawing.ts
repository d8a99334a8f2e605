import type { ScreenName } from '../../actions/screen-table.ts';
import type { Pane } from '../view.ts';
import { bodyPanes, edgePanes, type FrameInput } from './frame.ts';
import { keepPanes } from './keep-panes.ts';
import type { Program } from './program.ts';
import { isCurrent, type ScreenFrame, screenFrame } from './screen-frame.ts';

/** The seconds of a recording may pass faster or slower than real ones: a replay has its own interval, ms. */
const REPLAY_TICK_MS = 500;
/** Data that arrives within this time is painted together: the responses of one tick are one change, ms. */
const GATHER_MS = 60;

/** The body is drawn again when it is this old, because it shows ages, ms. By default a poll comes earlier. */
const BODY_AGE_MS = 1900;

/** Decides when panes are drawn, and keeps what was drawn last. */
export class Drawing {
  /** False after a key until its effect is drawn. */
  isDrawn = true;
  readonly #program: Program;
  #panes: readonly Pane[] = [];
  #body: readonly Pane[] = [];
  #frame: ScreenFrame | undefined;
  /** Monotonic time at which the body was drawn, ms. */
  #bodyAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();
  #cancelGather: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  stop(): void {
    this.#cancelGather?.();
    this.#cancelTick?.();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  panes(): readonly Pane[] {
    if (this.#panes.length === 0 || !this.isDrawn) this.draw();
    return this.#panes;
  }

  /** The body after all keys so far. */
  body(): readonly Pane[] {
    if (!this.isDrawn) this.draw();
    return this.#body;
  }

  shown(screen: ScreenName): ScreenFrame {
    const { ui, view, area } = this.#program;
    this.#frame = this.drawn(screen) ?? screenFrame(ui.getState(), view, area, screen);
    return this.#frame;
  }

  drawn(screen: ScreenName): ScreenFrame | undefined {
    const { ui, area } = this.#program;
    return this.#frame && isCurrent(this.#frame, ui.getState(), area, screen) ? this.#frame : undefined;
  }

  /** Forgets the last frame, because it belongs to another cluster. */
  forget(): void {
    this.#frame = undefined;
  }

  /** Draws soon, together with other changes until then. */
  readonly gather = (): void => {
    this.#cancelGather ??= this.#program.services.clock.after(GATHER_MS, () => this.draw());
  };

  /** Runs once a second, at the start of a second, so that ages and the clock change together. */
  tick(): void {
    const { services, ui } = this.#program;
    const { clock, replay } = services;
    this.#cancelTick = clock.after(replay ? REPLAY_TICK_MS : 1000 - (clock.now() % 1000), () => {
      const { notice } = ui.getState();
      if (notice && notice.until <= clock.monotonic()) ui.setState({ notice: undefined });
      // Between two polls only the clock changes, so the body is not drawn again.
      if (clock.monotonic() - this.#bodyAt < BODY_AGE_MS) this.#publish(this.#frameInput());
      else this.draw();
      this.tick();
    });
  }

  /** Draws now, without gathering further changes. */
  draw(): void {
    this.#cancelGather?.();
    this.#cancelGather = undefined;
    this.#frame = undefined;
    this.isDrawn = true;
    const input = this.#frameInput();
    this.#body = bodyPanes(input);
    this.#bodyAt = this.#program.services.clock.monotonic();
    this.#publish(input);
    // Polls depend on what is shown.
    this.#program.tellInterest(input);
    // Values that are being read for charts are drawn in the next frame.
    if (input.view.stored?.reading) this.gather();
  }

  #frameInput(): FrameInput {
    const { services, rewind, view, size } = this.#program;
    const ui = this.#program.ui.getState();
    const isPast = ui.held?.mode === 'past';
    return {
      ui,
      view,
      shown: this.shown(ui.screen),
      services,
      past: isPast ? rewind.status() : undefined,
      recent: isPast || !services.session.past ? undefined : rewind.recent(),
      liveNow: services.clock.now(),
      size,
    };
  }

  /** Draws header and footer anew around the body as it was drawn last. */
  #publish(input: FrameInput): void {
    const edges = edgePanes(input, this.#body);
    const panes = keepPanes(this.#panes, [...edges, ...this.#body]);
    if (panes === this.#panes) return;
    this.#panes = panes;
    // Kept for the comparison at the next tick.
    this.#body = panes.slice(edges.length);
    for (const listener of this.#listeners) listener();
  }
}
