import type { PossibleValues } from '../../../protocol/cloud.ts';
import type { CreatedStream, Revealed } from '../../../views/cloud/cloud.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { WrittenSlice } from '../admin.ts';

/** The response of B2 with its freshness. The last good one is kept when a later request fails. */
export interface CloudValues {
  readonly value: PossibleValues | undefined;
  /** Local time of the last response, Unix ms. */
  readonly updatedAt: number | undefined;
  readonly error: string | undefined;
  readonly asking: boolean;
}

export interface CloudSlice extends WrittenSlice {
  readonly values: CloudValues;
  /** Newest first. No endpoint lists cloud streams, so only those created here are known. */
  readonly created: readonly CreatedStream[];
  readonly part: 'regions' | 'streams';
  readonly regionsAt: ListPosition;
  readonly streamsAt: ListPosition;
  /** Id of the created stream whose detail is open. */
  readonly opened: string | undefined;
  readonly detailScroll: number;
  readonly revealed: Revealed | undefined;
  /** What `y` copied last, and of which stream; the next press copies the next part. */
  readonly copied: { readonly id: string; readonly index: number } | undefined;
  /** Id of the stream that the next `x` removes from the list. */
  readonly forgetting: string | undefined;
}

export const cloudStart: CloudSlice = {
  values: { value: undefined, updatedAt: undefined, error: undefined, asking: false },
  created: [],
  part: 'regions',
  regionsAt: listStart,
  streamsAt: listStart,
  opened: undefined,
  detailScroll: 0,
  revealed: undefined,
  copied: undefined,
  forgetting: undefined,
  written: undefined,
};
