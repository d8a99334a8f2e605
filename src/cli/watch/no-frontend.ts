import type { Frontend } from './frontend.ts';

/** Of frames that are printed: there is no terminal to do something with. */
export const noFrontend: Frontend = {
  control: () => {},
  repaint: () => {},
  suspend: () => {},
  setTheme: () => ({ theme: undefined, message: '' }),
  handOver: async () => {},
};
