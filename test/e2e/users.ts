import type { Desk } from './writes.ts';

export const PASSWORD = 'Secr3t-of-anna';

/** Opens the form of the selected user after it was read, which needs a confirmation the first time. */
export async function edits({ app }: Desk, id: number): Promise<void> {
  app.press('e');
  await app.sees('y send', `PATCH /api/users/${id} with`);
  app.press('y');
  await app.sees(`Edit user ${id}`);
}
