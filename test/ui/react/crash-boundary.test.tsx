import { Text } from 'ink';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, test } from 'vitest';
import { CrashBoundary } from '../../../src/ui/react/crash-boundary.tsx';

afterEach(cleanup);

function Falls(): never {
  throw new Error('s3cret');
}

test('an error while the screen is drawn is told to the program, and nothing of it is drawn', () => {
  const told: unknown[] = [];
  const { lastFrame } = render(
    <CrashBoundary onCrash={(error) => told.push(error)}>
      <Falls />
    </CrashBoundary>,
  );
  expect(told).toEqual([new Error('s3cret')]);
  expect(lastFrame()).not.toContain('s3cret');
});

test('where nothing fails everything is drawn', () => {
  const { lastFrame } = render(
    <CrashBoundary onCrash={() => expect.unreachable()}>
      <Text>words</Text>
    </CrashBoundary>,
  );
  expect(lastFrame()).toContain('words');
});
