import type Yoga from 'yoga-layout';

interface Loader {
  /** As in the bundle, where the WebAssembly is a value beside the code (`build/trims.ts`). */
  readonly wasm: string;
  readonly default: (assembly: object) => unknown;
}

interface Instance {
  readonly exports: object;
}

/** Only the used members; the full types would come with those of a browser. */
const { Instance, Module } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => Instance;
};

/**
 * Replaces `yoga-layout` in the bundle. The same code, but its WebAssembly is part of the file and available at
 * once. The original reads it with `fetch`, which loads an HTTP client and web streams for eighty kilobytes.
 */
const loader = require('../../../node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js') as Loader;
const wrap = require('../../../node_modules/yoga-layout/dist/src/wrapAssembly.js') as {
  default: (assembly: unknown) => typeof Yoga;
};
const enums = require('../../../node_modules/yoga-layout/dist/src/generated/YGEnums.js') as {
  default: object;
};

const assembly = {
  instantiateWasm(imports: object, ready: (instance: Instance) => void) {
    const instance = new Instance(new Module(Buffer.from(loader.wasm, 'base64')), imports);
    ready(instance);
    return instance.exports;
  },
};

let started: typeof Yoga | undefined;

function start(): typeof Yoga {
  // Fills the given object before it returns, because there is nothing to wait for.
  loader.default(assembly);
  return wrap.default(assembly);
}

/** Starts with the first node: a screen has none (`build/trims.ts`). */
export default {
  ...enums.default,
  Node: {
    create() {
      started ??= start();
      return started.Node.create();
    },
  },
};
