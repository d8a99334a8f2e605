import { EventEmitter } from 'node:events';

/** What Ink reads keys from: the part of a terminal's input stream that it uses. */
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
  /** As Ink's option wants it. */
  get stream(): NodeJS.ReadStream {
    return this as unknown as NodeJS.ReadStream;
  }
}
