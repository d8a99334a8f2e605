import type { ThemeChange } from '../../ui/services.ts';

/** How the program shows itself: on a screen, or in words for a screen reader. */
export interface Frontend {
  /** Sends a sequence that shows nothing: clipboard, bell, notification. */
  control(sequence: string): void;
  /** Repaints the whole screen. */
  repaint(): void;
  /** Ctrl-Z. */
  suspend(): void;
  /** Sets a theme of those there are, or the next one. */
  setTheme(name: string | undefined): ThemeChange;
  /** Gives terminal and keyboard to another program while `work` goes on. */
  handOver(work: () => Promise<void>): Promise<void>;
}
