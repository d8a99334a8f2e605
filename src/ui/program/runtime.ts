import { type CommandId, screenOpenedBy } from '../../actions/commands.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import type { Link } from '../../base/link.ts';
import { plainLine } from '../../base/safe-text.ts';
import type { Rect } from '../../base/text.ts';
import type { Dialog } from '../dialog.ts';
import { moduleOf } from '../dialogs/registry.ts';
import type { KeyPress, Typed } from '../keys.ts';
import { linksIn, nextLink } from '../links.ts';
import { setOrder } from '../screens/order.ts';
import { goToNamed, goToTarget } from '../screens/places.ts';
import { screenOf } from '../screens/registry.ts';
import type { ScreenInterest, Services } from '../services.ts';
import type { ScreenShell, Shell } from '../shell.ts';
import type { Held, UiState, UiStore } from '../store.ts';
import type { Display, Pane, View } from '../view.ts';
import { bodyPanes, edgePanes, type FrameInput } from './frame.ts';
import { runGlobal } from './global-commands.ts';
import { Interest } from './interest.ts';
import { keepPanes } from './keep-panes.ts';
import { type Size, tooSmall } from './layout.ts';
import { sliceOf, stepBack, stepTo, stepToList } from './navigation.ts';
import { lostBy } from './only-here.ts';
import { Rewind } from './rewind.ts';
import { isCurrent, type ScreenFrame, screenArea, screenFrame, viewOf } from './screen-frame.ts';
import { dialogShell, screenShell } from './shells.ts';

const NOTICE_MS = 5000;
/**
 * The seconds of a recording may pass faster or slower than real ones, so a replay has an interval of its own, ms.
 */
const REPLAY_TICK_MS = 500;
/**
 * Data that arrives within this time is painted together: the responses of one tick are one change of the state,
 * ms.
 */
const GATHER_MS = 60;

/** The body is drawn again when it is this old, because it shows ages, ms. By default a poll comes earlier. */
const BODY_AGE_MS = 1900;

/**
 * The program without its terminal: keys go in, panes come out. React puts the panes on the screen (`app.tsx`), so
 * tests and pictures need no React. The members of `Shell` are fields, so that shells for screens and dialogs can
 * copy them.
 */
export class Runtime implements Shell {
  readonly services: Services;
  readonly ui: UiStore;
  /** The display options at the start. */
  readonly startDisplay: Display;
  readonly rewind = new Rewind(this);
  readonly #quit: () => void;
  #size: Size;
  #panes: readonly Pane[] = [];
  #body: readonly Pane[] = [];
  /** False after a key until its effect is drawn. */
  #isDrawn = true;
  /** The last frame that was worked out. */
  #frame: ScreenFrame | undefined;
  /** Monotonic time at which the body was drawn, ms. */
  #bodyAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();
  readonly #pressListeners = new Set<(key: KeyPress) => void>();
  #cancelGather: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  readonly #interest = new Interest();
  /** A command that would lose data. It runs only when it is requested a second time. */
  #warnedOf: CommandId | undefined;
  #dialogsOpened = 0;
  readonly #unsubscribe: (() => void)[] = [];

  constructor(services: Services, ui: UiStore, size: Size, quit: () => void) {
    this.services = services;
    this.ui = ui;
    this.startDisplay = ui.getState().display;
    this.#size = size;
    this.#quit = quit;
  }

  get size(): Size {
    return this.#size;
  }

  get area(): Rect {
    return screenArea(this.ui.getState(), this.#size, this.services);
  }

  /** Whether the screen has sent a request of its own that is not answered yet. */
  get waiting(): boolean {
    const ui = this.ui.getState();
    return screenOf(ui.screen).waiting?.(sliceOf(ui, ui.screen)) ?? false;
  }

  start(): void {
    this.#unsubscribe.push(
      this.services.cluster.subscribe(() => this.#gather()),
      this.services.triage.subscribe(() => this.#gather()),
      this.ui.subscribe(() => this.#gather()),
      this.services.mutations?.known.subscribe(() => this.#gather()) ?? (() => {}),
    );
    screenOf(this.ui.getState().screen).enter?.(this.screen());
    this.#tick();
    this.draw();
  }

  stop(): void {
    for (const off of this.#unsubscribe.splice(0)) off();
    this.#cancelGather?.();
    this.#cancelTick?.();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  panes = (): readonly Pane[] => {
    if (this.#panes.length === 0 || !this.#isDrawn) this.draw();
    return this.#panes;
  };

  resize(size: Size): void {
    this.#size = size;
    this.draw();
  }

  /** The state that is shown: the live one, or the moment that is held. */
  get view(): View {
    return viewOf(this.services, this.ui.getState());
  }

  /** What a screen shows: the last frame if it is still current, else a new one. */
  readonly shown = (screen = this.ui.getState().screen): ScreenFrame => {
    this.#frame = this.drawn(screen) ?? screenFrame(this.ui.getState(), this.view, this.area, screen);
    return this.#frame;
  };

  /** The last frame of a screen, if the user has changed nothing since. New data does not matter. */
  readonly drawn = (screen: ScreenName): ScreenFrame | undefined =>
    this.#frame && isCurrent(this.#frame, this.ui.getState(), this.area, screen) ? this.#frame : undefined;

  /** Calls `listener` with each key; returns a function that removes it. */
  onPress(listener: (key: KeyPress) => void): () => void {
    this.#pressListeners.add(listener);
    return () => this.#pressListeners.delete(listener);
  }

  press(key: KeyPress): void {
    this.act(key);
    // The effect of a key is drawn at once and not gathered with other changes.
    this.draw();
  }

  /** Acts on a key or paste without drawing the effect. */
  act(typed: Typed): void {
    if (typed.name === undefined) this.#paste(typed.text);
    else this.#press(typed);
    this.#isDrawn = false;
  }

  #press(key: KeyPress): void {
    // Read before the listeners run: a dialog that a listener opens must not receive this key.
    const dialog = this.ui.getState().dialogs.at(-1);
    for (const listener of this.#pressListeners) listener(key);
    if (dialog && !tooSmall(this.#size)) moduleOf(dialog).key(dialog, key, dialogShell(this, dialog));
    else {
      const command = this.services.keymap.lookup(key.name, this.ui.getState().screen);
      if (command) this.run(command);
    }
  }

  paste(text: string): void {
    this.act({ name: undefined, text });
    this.draw();
  }

  #paste(text: string): void {
    const dialog = this.ui.getState().dialogs.at(-1);
    if (dialog) moduleOf(dialog).paste?.(dialog, text, dialogShell(this, dialog));
    else {
      const screen = screenOf(this.ui.getState().screen);
      screen.paste?.(text, this.screen());
    }
  }

  /** Runs a command: as the screen handles it, or else the program. */
  readonly run = (command: CommandId, argument?: string): void => {
    const lost = this.#warnedOf === command ? undefined : lostBy(command, this.ui.getState());
    this.#warnedOf = lost === undefined ? undefined : command;
    if (lost !== undefined) {
      this.notice(lost, 'warn');
      return;
    }
    if (command === 'app.quit') {
      this.#quit();
      return;
    }
    const opened = screenOpenedBy(command);
    if (opened && argument) {
      this.#openWith(opened, argument);
      return;
    }
    if (this.ui.getState().held?.mode === 'past' && backToNowCommands.has(command)) {
      this.rewind.end();
      return;
    }
    const { screen, selectedLink } = this.ui.getState();
    const link = selectedLink === undefined ? undefined : linksIn(this.#drawnBody())[selectedLink];
    if (command === 'move.open' && link) {
      this.follow(link);
      return;
    }
    if (selectedLink !== undefined && !linkCommands.has(command))
      this.ui.setState({ selectedLink: undefined });
    if (argument === undefined && screenOf(screen).handle(command, this.screen())) return;
    runGlobal(command, argument, this);
  };

  /** Opens a screen with the argument that was typed after its name in the palette. */
  #openWith(name: ScreenName, argument: string): void {
    const { command, filter, list } = screenOf(name);
    if (filter && !command) this.goTo(name, { ...list, ...filter.write(argument.trim(), this.view) });
    else this.goToList(name);
    command?.(argument, this.screen());
  }

  readonly goTo = (screen: ScreenName, patch?: object): void => {
    this.#move((ui) => stepTo(ui, screen, patch));
  };

  /** Goes to a screen's list; an open detail is closed. */
  readonly goToList = (screen: ScreenName): void => {
    this.#move((ui) => stepToList(ui, screen));
  };

  /** Removes the filter, or undoes the last step. */
  readonly back = (): void => {
    this.#move((ui) => stepBack(ui, this.view));
  };

  /** Goes to a moment of the past, or of the recording. */
  readonly seek = (at: number): void => (this.services.replay ?? this.rewind).seek(at);

  /** Selects the next or the previous link on the screen. */
  readonly selectLink = (step: 1 | -1): void => {
    this.ui.setState(({ selectedLink }) => ({
      selectedLink: nextLink(this.#drawnBody(), selectedLink, step),
    }));
  };

  /** Does what Enter or a click on a link means. */
  readonly follow = (link: Link): void => {
    if (link.kind === 'command') {
      const command = this.services.keymap.all.find(({ id }) => id === link.id);
      if (command) this.run(command.id);
    } else if (link.kind === 'sort') setOrder(this.screen(), screenOf(this.ui.getState().screen), link.key);
    else if (link.kind === 'entry') goToNamed(link, this);
    else goToTarget(link, this);
  };

  #move(step: (ui: UiState) => Partial<UiState>): void {
    const before = this.ui.getState().screen;
    this.ui.setState((ui) => ({ selectedLink: undefined, ...step(ui) }));
    const { screen } = this.ui.getState();
    if (screen !== before) screenOf(screen).enter?.(this.screen());
  }

  readonly open = (dialog: Dialog): void => {
    const id = this.#dialogsOpened++;
    this.ui.setState((ui) => ({ dialogs: [...ui.dialogs, { ...dialog, id }] }));
  };

  readonly notice = (text: string, tone: 'info' | 'ok' | 'warn' | 'crit' = 'info'): void => {
    this.ui.setState({ notice: { text, tone, until: this.services.clock.monotonic() + NOTICE_MS } });
  };

  /** Forgets what was selected, opened or watched, because the user changed to another cluster. */
  forget(): void {
    this.#frame = undefined;
    this.ui.setState({ slices: {}, back: [], dialogs: [], held: undefined });
    screenOf(this.ui.getState().screen).enter?.(this.screen());
  }

  /** Freezes the screen at this moment, or resumes it. Data is collected meanwhile. */
  readonly hold = (held: Held | undefined): void => {
    // A notice about a held screen is wrong once the screen is live again.
    this.ui.setState(held ? { held } : { held, notice: undefined });
  };

  /** What is polled besides the fixed resources; the same object as long as nothing changes. */
  readonly interest = (): ScreenInterest => this.#interest.current;

  readonly copy = (text: string | readonly string[], what: string): void => {
    const lines = typeof text === 'string' ? [text] : text;
    this.services.copy(lines.map(plainLine).join('\n'));
    this.notice(`Copied ${what}.`, 'ok');
  };

  readonly screen = (): ScreenShell<object> => screenShell(this);

  #gather(): void {
    this.#cancelGather ??= this.services.clock.after(GATHER_MS, () => this.draw());
  }

  /** Runs once a second, at the start of a second, so that ages and the clock change together. */
  #tick(): void {
    const { clock, replay } = this.services;
    this.#cancelTick = clock.after(replay ? REPLAY_TICK_MS : 1000 - (clock.now() % 1000), () => {
      const { notice } = this.ui.getState();
      if (notice && notice.until <= clock.monotonic()) this.ui.setState({ notice: undefined });
      // Between two polls only the clock changes, so the body is not drawn again.
      if (clock.monotonic() - this.#bodyAt < BODY_AGE_MS) this.#publish(this.#frameInput());
      else this.draw();
      this.#tick();
    });
  }

  /** Draws now, without gathering further changes. */
  readonly draw = (): void => {
    this.#cancelGather?.();
    this.#cancelGather = undefined;
    this.#frame = undefined;
    this.#isDrawn = true;
    const input = this.#frameInput();
    this.#body = bodyPanes(input);
    this.#bodyAt = this.services.clock.monotonic();
    this.#publish(input);
    this.#tellInterest(input);
    // Values that are being read for charts are drawn in the next frame.
    if (input.view.stored?.reading) this.#gather();
  };

  /** The body after all keys so far. */
  #drawnBody(): readonly Pane[] {
    if (!this.#isDrawn) this.draw();
    return this.#body;
  }

  #frameInput(): FrameInput {
    const ui = this.ui.getState();
    return {
      ui,
      view: this.view,
      shown: this.shown(),
      services: this.services,
      past: ui.held?.mode === 'past' ? this.rewind.status() : undefined,
      recent: ui.held?.mode === 'past' || !this.services.past ? undefined : this.rewind.recent(),
      liveNow: this.services.clock.now(),
      size: this.#size,
    };
  }

  /** Draws header and footer anew around the body as it was drawn last. */
  #publish(input: FrameInput): void {
    const edges = edgePanes(input);
    const panes = keepPanes(this.#panes, [...edges, ...this.#body]);
    if (panes === this.#panes) return;
    this.#panes = panes;
    // Kept for the comparison at the next tick.
    this.#body = panes.slice(edges.length);
    for (const listener of this.#listeners) listener();
  }

  #tellInterest({ ui, shown }: FrameInput): void {
    if (!this.#interest.update(ui, shown)) return;
    this.services.monitor.setInterest(this.#interest.current);
    this.rewind.again();
  }
}

/** Commands that select a link. Every other command ends the selection of a link. */
const linkCommands: ReadonlySet<CommandId> = new Set([
  'move.nextPane',
  'move.previousPane',
  'move.left',
  'move.right',
]);

/** Commands that return from the past to the present. */
const backToNowCommands: ReadonlySet<CommandId> = new Set(['move.last', 'app.back', 'time.freeze']);
