import type { ThemeChange } from '../../ui/services.ts';

/** How the program is shown: on a screen, or in words for a screen reader. */
export interface Frontend {
  /** Sends a sequence that changes no cells: clipboard, bell, notification. */
  control(sequence: string): void;
  repaint(): void;
  /** Whether mouse reports are requested from now on; undefined where there is no screen to click on. */
  toggleMouse(): boolean | undefined;
  /** Ctrl-Z. */
  suspend(): void;
  setTheme(name: string | undefined): ThemeChange;
  /** Releases terminal and keyboard to another program during `work`. */
  handOver(work: () => Promise<void>): Promise<void>;
}
