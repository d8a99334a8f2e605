import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { WrittenSlice } from '../written.ts';

export interface UsersSlice extends WrittenSlice {
  readonly position: ListPosition;
  readonly filter: string;
}

export const usersStart: UsersSlice = { position: listStart, filter: '', written: undefined };
