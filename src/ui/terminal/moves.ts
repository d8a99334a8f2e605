/**
 * The shortest cursor movement from (fromX, fromY) to (x, y), counted from 0; −1 is an unknown coordinate. A line
 * feed is always written with a carriage return, because the terminal driver may or may not add one.
 */
export function moveTo(fromX: number, fromY: number, x: number, y: number): string {
  if (fromX === x && fromY === y) return '';
  // The most common case; nothing is shorter.
  if (fromY === y && fromX >= 0 && fromX < x) return forward(x - fromX);
  let best = absolute(x, y);
  const offer = (candidate: string) => {
    if (candidate.length < best.length) best = candidate;
  };
  if (fromY < 0) return best;
  const down = y - fromY;
  if (down === 0) {
    offer(`\x1b[${x + 1}G`);
    if (x === 0) return '\r';
    offer(`\r${forward(x)}`);
    if (fromX >= 0) offer(backward(fromX - x));
    return best;
  }
  if (down > 0 && down < 3) offer(`\r${'\n'.repeat(down)}${forward(x)}`);
  if (fromX === x) offer(vertical(down));
  if (x === 0) offer(`${vertical(down)}\r`);
  return best;
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function forward(count: number): string {
  return count === 0 ? '' : csi(count, 'C');
}

function backward(count: number): string {
  return count < 4 ? '\b'.repeat(count) : csi(count, 'D');
}

function vertical(down: number): string {
  return down > 0 ? csi(down, 'B') : csi(-down, 'A');
}

function csi(count: number, final: string): string {
  return count === 1 ? `\x1b[${final}` : `\x1b[${count}${final}`;
}
