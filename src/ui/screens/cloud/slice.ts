import type { PossibleValues } from '../../../protocol/cloud.ts';
import type { CreatedStream, Revealed } from '../../../views/cloud/cloud.ts';
import { openedStart } from '../../list-screen/watch-list.ts';
import { listStart } from '../../primitives/list.ts';
import { writtenStart } from '../admin.ts';

export const cloudStart = {
  /** A created stream is opened, by its id. */
  ...openedStart,
  ...writtenStart,
  /** The response of B2 with its freshness. The last good one is kept when a later request fails. */
  values: {
    value: undefined as PossibleValues | undefined,
    /** Local time of the last response, Unix ms. */
    updatedAt: undefined as number | undefined,
    error: undefined as string | undefined,
    asking: false,
  },
  /** Newest first. No endpoint lists cloud streams, so only those created here are known. */
  created: [] as readonly CreatedStream[],
  part: 'regions' as 'regions' | 'streams',
  regionsAt: listStart,
  streamsAt: listStart,
  revealed: undefined as Revealed | undefined,
  /** What `y` copied last, and of which stream; the next press copies the next part. */
  copied: undefined as { readonly id: string; readonly index: number } | undefined,
  /** Id of the stream that the next `x` removes from the list. */
  forgetting: undefined as string | undefined,
};
export type CloudSlice = Readonly<typeof cloudStart>;
