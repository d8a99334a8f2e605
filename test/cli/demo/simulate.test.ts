import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { simulateCommand } from '../../../src/cli/demo/simulate.ts';
import { parseArguments } from '../../../src/cli/options/options.ts';

test('a port that another program has is named', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((listening) => void other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as AddressInfo;
  const args = parseArguments(['simulate', '--port', `${port}`], {});
  await expect(simulateCommand(args)).rejects.toThrow(
    `--host 127.0.0.1 --port ${port}: another program listens there already`,
  );
});
