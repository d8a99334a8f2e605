import type Yoga from 'yoga-layout';

interface Loader {
  /** As in the bundle, where the WebAssembly is a value beside the code (`build/trims.ts`). */
  readonly wasm: string;
  readonly default: (assembly: object) => unknown;
}

interface Instance {
  readonly exports: object;
}

/** What of it is used here; its types would come with those of a browser. */
const { Instance, Module } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => Instance;
};

/**
 * Stands for `yoga-layout` in the bundle: the same, but its WebAssembly, which is part of the file, is there at once.
 * By itself it would be read by `fetch`, which loads an HTTP client and web streams for eighty kilobytes.
 */
const loader = require('../../../node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js') as Loader;
const wrap = require('../../../node_modules/yoga-layout/dist/src/wrapAssembly.js') as {
  default: (assembly: unknown) => typeof Yoga;
};

const assembly = {
  instantiateWasm(imports: object, ready: (instance: Instance) => void) {
    const instance = new Instance(new Module(Buffer.from(loader.wasm, 'base64')), imports);
    ready(instance);
    return instance.exports;
  },
};
// Fills the object that it is given before it returns, since there is nothing to wait for.
loader.default(assembly);

export default wrap.default(assembly);
