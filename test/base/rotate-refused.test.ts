import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { rotate } from '../../src/base/rotate.ts';
import { newFolder } from '../support/new-folder.ts';

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  rename: () => Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES' })),
}));

test('a file that cannot be renamed is reported, so that nothing is written behind it', async () => {
  const path = join(newFolder(), 'log');
  await writeFile(path, 'current', { mode: 0o600 });
  await expect(rotate(path, 3)).rejects.toThrow('permission denied');
});
