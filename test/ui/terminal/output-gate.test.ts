import { expect, test } from 'vitest';
import { OutputGate } from '../../../src/ui/terminal/output-gate.ts';
import { FakeOutput } from '../../support/fake-output.ts';

function gate() {
  const output = new FakeOutput(80, 24);
  const opened: string[] = [];
  const made = new OutputGate(output, () => opened.push(made.closed ? 'closed' : 'open'));
  return { output, opened, gate: made };
}

test('a single byte that the system did not take closes the gate, even if the stream would take more', () => {
  const { opened } = gate();
  let done = () => {};
  const output = {
    writableLength: 1,
    write: (_data: string, taken: () => void) => {
      done = taken;
      return true;
    },
    on: () => {},
    off: () => {},
  };
  const one = new OutputGate(output, () => opened.push('open'));
  one.write('a');
  expect(one.closed).toBe(true);
  done();
  expect([one.closed, opened]).toEqual([false, ['open']]);
  output.writableLength = 0;
  one.write('b');
  expect(one.closed).toBe(false);
  done();
  expect(opened).toEqual(['open']);
});

test('64 KiB wait for a terminal that does not read; beyond that the oldest output is dropped', () => {
  const { output, gate: one } = gate();
  for (const letter of ['a', 'b', 'c', 'd', 'e']) one.queue(letter.repeat(16 * 1024));
  one.send();
  expect(output.take()).toMatch(/^b+c+d+e+$/);
  one.queue('x'.repeat(16 * 1024));
  one.queue('y'.repeat(48 * 1024));
  one.send();
  expect(output.take()).toMatch(/^x+y+$/);
  // A single sequence stays whole, because a part of it would be meaningless.
  one.queue('z'.repeat(70 * 1024));
  one.send();
  expect(output.take()).toHaveLength(70 * 1024);
});
