import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, test } from 'vitest';
import { CrashBoundary } from '../../../src/ui/react/crash-boundary.tsx';

afterEach(cleanup);

function Falls(): never {
  throw new Error('s3cret');
}

test('an error while drawing the screen is reported to the program, and nothing of the screen is drawn', () => {
  const told: unknown[] = [];
  const { lastFrame } = render(
    <CrashBoundary onCrash={(error) => told.push(error)}>
      <Falls />
    </CrashBoundary>,
  );
  expect(told).toEqual([new Error('s3cret')]);
  expect(lastFrame()).not.toContain('s3cret');
});
