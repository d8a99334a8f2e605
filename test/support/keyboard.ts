import { EventEmitter } from 'node:events';

/** The part of a terminal's input stream that Ink reads keys from. */
export class Keyboard extends EventEmitter {
  readonly isTTY = true;
  #data: string | null = null;
  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}
  read(): string | null {
    const data = this.#data;
    this.#data = null;
    return data;
  }
  type(data: string): void {
    this.#data = data;
    this.emit('readable');
  }
  /** The type of Ink's option. */
  get stream(): NodeJS.ReadStream {
    return this as unknown as NodeJS.ReadStream;
  }
}
