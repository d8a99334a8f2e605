import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Before the code: checksums of the text that it was compiled from, and of itself. */
const HEADER = 8;

interface Compiled {
  readonly name: string;
  readonly text: number;
  readonly script: Script;
}

/**
 * Loads CommonJS files of the program together with the functions that a run before had compiled. (Node's own
 * compile cache keeps a file as it is before it runs, with hardly a function in it; to compile those anew is a
 * quarter of a start.) What is wrong with kept code costs its time and nothing else.
 */
export class WarmFiles {
  readonly #folder: string;
  readonly #kept: string | undefined;
  readonly #require: NodeJS.Require;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #compiled: Compiled[] = [];

  /**
   * @param folder where the files are; pure ASCII, as the build makes them
   * @param kept where code is kept; undefined: nowhere
   */
  constructor(folder: string, kept: string | undefined) {
    this.#folder = folder;
    this.#kept = kept;
    this.#require = createRequire(join(folder, 'x.js'));
  }

  /** What the file `name` exports; like `require`, also for those that it asks for beside itself. */
  load(name: string): unknown {
    const known = this.#modules.get(name);
    if (known) return known.exports;
    const filename = join(this.#folder, name);
    const bytes = readFileSync(filename);
    const text = crc32(bytes);
    const cachedData = this.#read(name, text);
    const source = `(function (exports, require, module, __filename, __dirname) { ${bytes.toString('latin1')}\n})`;
    const script = new Script(source, { filename, cachedData });
    if (!cachedData || script.cachedDataRejected) this.#compiled.push({ name, text, script });
    const module = { exports: {} };
    this.#modules.set(name, module);
    const require = (path: string) =>
      path.startsWith('./') ? this.load(path.slice(2)) : this.#require(path);
    script.runInThisContext()(module.exports, require, module, filename, this.#folder);
    return module.exports;
  }

  /** Keeps what has been compiled until now of each file whose code was not kept yet. */
  keep(): void {
    for (const { name, text, script } of this.#compiled.splice(0)) {
      const path = this.#path(name);
      if (path === undefined) return;
      const code = script.createCachedData();
      const header = Buffer.alloc(HEADER);
      header.writeUInt32LE(text, 0);
      header.writeUInt32LE(crc32(code), 4);
      try {
        // Whole or not at all: others may be reading it.
        const draft = `${path}.${process.pid}`;
        writeFileSync(draft, Buffer.concat([header, code]), { mode: 0o600 });
        renameSync(draft, path);
      } catch {
        // The next start takes its usual time.
      }
    }
  }

  /** One for each place where the program is installed; a newer version replaces it. */
  #path(name: string): string | undefined {
    if (this.#kept === undefined) return undefined;
    return join(this.#kept, `castwatch-${crc32(join(this.#folder, name)).toString(16)}`);
  }

  /** Code whose checksum is not its own would crash V8, and somebody else's could do anything. */
  #read(name: string, text: number): Buffer | undefined {
    const path = this.#path(name);
    if (path === undefined) return undefined;
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      if (fstatSync(file).uid !== (process.getuid?.() ?? 0)) return undefined;
      const bytes = readFileSync(file);
      const code = bytes.subarray(HEADER);
      return bytes.readUInt32LE(0) === text && bytes.readUInt32LE(4) === crc32(code) ? code : undefined;
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }
}
