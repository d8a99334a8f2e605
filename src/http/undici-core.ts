/**
 * Stands for `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport
 * uses. Forms are loaded when the first file is uploaded.
 */
export const Pool =
  require('../../node_modules/undici/lib/dispatcher/pool.js') as typeof import('undici').Pool;

type FormDataClass = typeof import('undici').FormData;

function LateFormData(): InstanceType<FormDataClass> {
  const { FormData } = require('../../node_modules/undici/lib/web/fetch/formdata.js') as {
    FormData: FormDataClass;
  };
  return new FormData();
}

/** `new` gives what the function returns: a form of undici's own. */
export const FormData = LateFormData as unknown as FormDataClass;
