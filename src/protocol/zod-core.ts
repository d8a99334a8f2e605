/** Stands for `zod` in the bundle: its schemas, without forty languages and JSON Schema. */
export * as z from './zod-members.ts';
