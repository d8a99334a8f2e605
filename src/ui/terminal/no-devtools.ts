/** Stands for `react-devtools-core` in the bundle: Ink asks for it, a program for operators has no use for it. */
export default {
  initialize(): void {},
  connectToDevTools(): void {},
};
