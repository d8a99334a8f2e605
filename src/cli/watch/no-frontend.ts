import type { Frontend } from './frontend.ts';

/** For printed frames: there is no terminal to control. */
export const noFrontend: Frontend = {
  control: () => {},
  repaint: () => {},
  toggleMouse: () => undefined,
  suspend: () => {},
  setTheme: () => ({ theme: undefined, message: '' }),
  handOver: async () => {},
};
