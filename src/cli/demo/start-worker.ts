/** The file of the simulator's thread, beside the program's own. In the single-file build it is that file itself. */
export const workerFile: URL = new URL('./simulator-worker.js', import.meta.url);
