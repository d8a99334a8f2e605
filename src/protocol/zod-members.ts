/** What the program uses of zod; a test compares it with the sources. */
export { ZodError } from '../../node_modules/zod/v4/classic/errors.js';
export * as iso from '../../node_modules/zod/v4/classic/iso.js';
export * from '../../node_modules/zod/v4/classic/schemas.js';
export { config, NEVER } from '../../node_modules/zod/v4/core/index.js';
