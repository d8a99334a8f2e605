import { type CommandId, screenOpenedBy } from '../../actions/commands.ts';
import { screensOfKey } from '../../actions/keymap.ts';
import { type PlaceName, type ScreenName, screenNamed } from '../../actions/screen-table.ts';
import { listed } from '../../base/format.ts';
import type { Link } from '../../base/link.ts';
import { plainLine } from '../../base/safe-text.ts';
import type { Rect } from '../../base/text.ts';
import type { KeyPress, Typed } from '../keys.ts';
import { linksIn, nextLink } from '../links.ts';
import { setOrder } from '../screens/order.ts';
import { goToNamed, goToTarget } from '../screens/places.ts';
import { screenOf } from '../screens/registry.ts';
import type { ScreenInterest, Services } from '../services.ts';
import type { Held, ScreenShell, Shell, UiState, UiStore } from '../shell.ts';
import type { Display, Pane, View } from '../view.ts';
import { Drawing } from './drawing.ts';
import { FleetTravel } from './fleet-travel.ts';
import type { FrameInput } from './frame.ts';
import { runGlobal } from './global-commands.ts';
import { Interest } from './interest.ts';
import { type Size, tooSmall } from './layout.ts';
import { sliceOf, stepBack, stepTo, stepToList, turnTo } from './navigation.ts';
import type { Program } from './program.ts';
import { Rewind } from './rewind.ts';
import { type ScreenFrame, screenArea, viewOf } from './screen-frame.ts';
import { dialogShell, screenShell } from './shells.ts';
import { unsavedAnswersWords } from './unsaved-answers.ts';

const NOTICE_MS = 5000;
/**
 * The program without its terminal: keys go in, panes come out. React puts the panes on the screen (`app.tsx`), so
 * tests and pictures need no React. `Program` and `Shell` say what their members do; those of `Shell` are fields, so
 * that shells for screens and dialogs can copy them.
 */
export class Runtime implements Program {
  readonly services: Services;
  readonly ui: UiStore;
  readonly startDisplay: Display;
  readonly rewind = new Rewind(this);
  readonly #quit: () => void;
  #size: Size;
  readonly #drawing = new Drawing(this);
  readonly #pressListeners = new Set<(key: KeyPress) => void>();
  readonly #interest = new Interest();
  readonly #travel: FleetTravel;
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
    this.#travel = new FleetTravel(this);
  }

  get size(): Size {
    return this.#size;
  }

  get area(): Rect {
    const { replay, session } = this.services;
    const hasMarks = session.past !== undefined && this.rewind.recent().marks.length > 0;
    return screenArea(this.ui.getState(), this.#size, { isReplay: replay !== undefined, hasMarks });
  }

  readonly cluster = (): string | undefined =>
    this.ui.getState().screen === 'fleet' ? undefined : this.services.cluster.getState().name;

  readonly setSlice = (cluster: string | undefined, screen: ScreenName, patch: object): void => {
    if (cluster !== this.cluster()) this.#travel.patch(cluster, screen, patch);
    else
      this.ui.setState((ui) => ({
        slices: { ...ui.slices, [screen]: { ...sliceOf(ui, screen), ...patch } },
      }));
  };

  /** Whether the screen has sent a request of its own that is not answered yet. */
  get waiting(): boolean {
    const ui = this.ui.getState();
    return screenOf(ui.screen).waiting?.(sliceOf(ui, ui.screen)) ?? false;
  }

  start(): void {
    this.#unsubscribe.push(
      this.services.cluster.subscribe(this.#drawing.gather),
      this.services.triage.subscribe(this.#drawing.gather),
      this.ui.subscribe(this.#drawing.gather),
      this.services.session.mutations?.known.subscribe(this.#drawing.gather) ?? (() => {}),
      this.services.fleet?.subscribe(this.#drawing.gather) ?? (() => {}),
    );
    this.enterScreen();
    this.#drawing.tick();
    this.draw();
  }

  stop(): void {
    for (const off of this.#unsubscribe.splice(0)) off();
    this.#drawing.stop();
  }

  subscribe = (listener: () => void): (() => void) => this.#drawing.subscribe(listener);

  panes = (): readonly Pane[] => this.#drawing.panes();

  readonly draw = (): void => this.#drawing.draw();

  resize(size: Size): void {
    this.#size = size;
    this.draw();
  }

  get view(): View {
    return viewOf(this.services, this.ui.getState());
  }

  readonly shown = (screen = this.ui.getState().screen): ScreenFrame => this.#drawing.shown(screen);

  readonly drawn = (screen: ScreenName): ScreenFrame | undefined => this.#drawing.drawn(screen);

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
    this.#drawing.isDrawn = false;
  }

  #press(key: KeyPress): void {
    // Read before the listeners run: a dialog that a listener opens must not receive this key.
    const open = this.ui.getState().dialogs.at(-1);
    for (const listener of this.#pressListeners) listener(key);
    if (open && !tooSmall(this.#size)) open.dialog.key(open.shown, key, dialogShell(this, open));
    else {
      const { keymap } = this.services;
      const { screen } = this.ui.getState();
      const command = keymap.lookup(key.name, screen);
      const own = command ? undefined : keymap.ownAt(key.name, screen);
      if (command) this.run(command);
      else if (own) this.run('app.own', own.name);
      else {
        const elsewhere = screensOfKey(key.name, keymap);
        if (elsewhere.length > 0) this.notice(`${key.name} works on ${listed(elsewhere)}.`);
      }
    }
  }

  #paste(text: string): void {
    const open = this.ui.getState().dialogs.at(-1);
    open?.dialog.paste?.(open.shown, text, dialogShell(this, open));
  }

  readonly run = (command: CommandId, argument?: string): void => {
    const lost = this.#warnedOf === command ? undefined : unsavedAnswersWords(command, this.#places());
    this.#warnedOf = lost === undefined ? undefined : command;
    if (lost !== undefined) {
      this.notice(lost, 'warn');
      return;
    }
    if (command === 'app.quit') {
      this.#quit();
      return;
    }
    if (this.#travel.run(command, argument)) return;
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
    const link = selectedLink === undefined ? undefined : linksIn(this.#drawing.body())[selectedLink];
    if (command === 'move.open' && link) {
      this.follow(link);
      return;
    }
    if (selectedLink !== undefined && !linkCommands.has(command))
      this.ui.setState({ selectedLink: undefined });
    if (argument === undefined && screenOf(screen).handle(command, this.screen())) return;
    runGlobal(command, argument, this);
  };

  /** The slices of all clusters; on the screen of a fleet those of the last one are among the places. */
  #places(): readonly Pick<UiState, 'slices'>[] {
    const ui = this.ui.getState();
    return ui.screen === 'fleet' ? this.#travel.places : [ui, ...this.#travel.places];
  }

  #openWith(place: PlaceName, argument: string): void {
    const name = screenNamed(place, this.ui.getState().lastInAdmin);
    const screen = screenOf(name);
    const { filter, list } = screen;
    if (filter && !screen.command) this.goTo(name, { ...list, ...filter.write(argument.trim(), this.view) });
    else this.goToList(name);
    screen.command?.(argument, this.screen());
  }

  readonly goTo = (screen: ScreenName, patch?: object): void => {
    this.#move((ui) => stepTo(ui, screen, patch));
  };

  readonly goToList = (screen: ScreenName): void => {
    this.#move((ui) => stepToList(ui, screen));
  };

  readonly turn = (screen: ScreenName, patch?: object): void => {
    this.#move((ui) => turnTo(ui, screen, patch));
  };

  readonly openCluster: Shell['openCluster'] = (name, { screen, link } = {}) => {
    this.#travel.open(name);
    if (this.cluster() !== name) return;
    if (screen) this.goToList(screen);
    if (link) this.follow(link);
  };

  readonly back = (): void => {
    const step = stepBack(this.ui.getState(), this.view);
    if (this.services.fleet && Object.keys(step).length === 0) this.#travel.all();
    else this.#move(() => step);
  };

  readonly seek = (at: number): void => (this.services.replay ?? this.rewind).seek(at);

  readonly selectLink = (step: 1 | -1): void => {
    this.ui.setState(({ selectedLink }) => ({
      selectedLink: nextLink(this.#drawing.body(), selectedLink, step),
    }));
  };

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

  readonly open: Shell['open'] = (dialog, shown) => {
    const id = this.#dialogsOpened++;
    this.ui.setState((ui) => ({ dialogs: [...ui.dialogs, { id, dialog, shown }] }));
  };

  readonly notice: Shell['notice'] = (text, tone = 'info', lastsMs = NOTICE_MS) => {
    this.ui.setState({ notice: { text, tone, until: this.services.clock.monotonic() + lastsMs } });
  };

  leaveCluster(): void {
    this.rewind.leave();
    this.#drawing.forget();
    this.#interest.end(this.services.session.monitor);
  }

  enterScreen(): void {
    screenOf(this.ui.getState().screen).enter?.(this.screen());
  }

  /** Forgets what was selected, opened or watched, because the user changed to another cluster. */
  forget(): void {
    this.rewind.leave();
    this.#drawing.forget();
    this.ui.setState({ slices: {}, back: [], dialogs: [], held: undefined });
    this.enterScreen();
  }

  readonly hold = (held: Held | undefined): void => {
    // A notice about a held screen is wrong once the screen is live again.
    this.ui.setState(held ? { held } : { held, notice: undefined });
  };

  readonly interest = (): ScreenInterest => this.#interest.current;

  readonly copy = (text: string | readonly string[], what: string): void => {
    const lines = typeof text === 'string' ? [text] : text;
    this.services.copy(lines.map(plainLine).join('\n'));
    this.notice(`Copied ${what}.`, 'ok');
  };

  readonly screen = (): ScreenShell<object> => screenShell(this);

  tellInterest({ ui, shown }: FrameInput): void {
    if (!this.#interest.update(ui, shown)) return;
    this.services.session.monitor.setInterest(this.#interest.current);
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
