/** Whether there is a terminal at both ends, and one that can place a cursor: `dumb` is what editors' shells say. */
export function canDraw(env: NodeJS.ProcessEnv): boolean {
  return process.stdout.isTTY && process.stdin.isTTY && env.TERM !== 'dumb';
}
