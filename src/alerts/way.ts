import type { MessageJson } from './message-json.ts';

/** What became of a message. `later`: it is tried again, after `after` ms if the receiver says so. */
export type Delivered =
  | { readonly kind: 'sent' | 'refused'; readonly outcome: string }
  | { readonly kind: 'later'; readonly outcome: string; readonly after?: number | undefined };

/** A way to call people: a command or a webhook. */
export interface Way {
  /** Where messages go, without secrets. */
  readonly target: string;
  /** May be called again with the same id if the program ended before the result was stored. */
  deliver(id: string, message: MessageJson): Promise<Delivered>;
  close(): Promise<void>;
}
