/** A value with change notifications, such as a zustand store. */
export interface Readable<T> {
  getState(): T;
  subscribe(listener: () => void): () => void;
}
