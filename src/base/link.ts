/** Something with a name, and with a place where it is shown. */
export type Target =
  | { readonly kind: 'server' | 'group'; readonly name: string }
  /** A stage of the path from publishers to viewers: `publishers`, `viewers`, or a role of servers. */
  | { readonly kind: 'stage'; readonly name: string }
  /** The id distinguishes several applications with the same name. */
  | { readonly kind: 'application'; readonly name: string; readonly id?: string | undefined }
  | {
      readonly kind: 'stream';
      /**
       * May be undefined, or that of a stream that has ended: then the stream that is published with the key now is
       * used.
       */
      readonly id?: string | undefined;
      readonly streamKey?: string | undefined;
      readonly application?: string | undefined;
    }
  /** The streams that an application lists. */
  | { readonly kind: 'streams'; readonly application: string }
  | { readonly kind: 'viewer'; readonly id: string }
  | { readonly kind: 'journal'; readonly object: string }
  | { readonly kind: 'problem'; readonly key: string };

/** What Enter or a click on a span does: leads to a target, runs a command, or sorts by a column. */
export type Link =
  | Target
  /** The object of a journal entry; it is looked up only when the link is followed. */
  | { readonly kind: 'entry'; readonly objectName: string; readonly message: string }
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'sort'; readonly key: string };

/** Whether two links do the same. */
export function isSameLink(a: Link | undefined, b: Link | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const isIn = (one: Link, other: Link) => {
    for (const key in one) if (Reflect.get(one, key) !== Reflect.get(other, key)) return false;
    return true;
  };
  return isIn(a, b) && isIn(b, a);
}
