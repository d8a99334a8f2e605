/** Variable-length whole numbers up to 2^53: seven bits a byte, the highest bit says that more bytes follow. */

/** Zigzag encoding: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4, so that small numbers of either sign are short. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

export class ByteWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  /** A whole number of 0 or more. */
  count(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Any whole number, zigzag encoded. */
  whole(value: number): void {
    this.count(zigzag(value));
  }

  float(value: number): void {
    for (const byte of new Uint8Array(Float64Array.of(value).buffer)) this.byte(byte);
  }

  byte(value: number): void {
    this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  all(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Makes room for this many more bytes. */
  #grow(by: number): void {
    const length = this.#length + by;
    if (length <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  count(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  whole(): number {
    return unzigzag(this.count());
  }

  /**
   * A number of items of at least one byte each. Throws if there are too few bytes left, so that a damaged number
   * costs no time.
   */
  length(): number {
    const count = this.count();
    if (count > this.#bytes.length - this.#at) throw tooShort();
    return count;
  }

  /** A reader of the next `length` bytes. */
  part(length: number): ByteReader {
    const start = this.#at;
    this.#at += length;
    return new ByteReader(this.#bytes.subarray(start, this.#at));
  }

  float(): number {
    const bytes = Uint8Array.from({ length: 8 }, () => this.byte());
    return new Float64Array(bytes.buffer)[0] ?? Number.NaN;
  }

  /** Throws if there are no bytes left, so that a damaged block is not mistaken for a short one. */
  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw tooShort();
    return byte;
  }
}

function tooShort(): RangeError {
  return new RangeError('a block of the history ends too early');
}
