/** Anything that holds a value and says when it changed, such as a zustand store. */
export interface Readable<T> {
  getState(): T;
  subscribe(listener: () => void): () => void;
}
