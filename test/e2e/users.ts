import type { Desk } from './writes.ts';

export const PASSWORD = 'Secr3t-of-anna';
const LEVELS = ['read_only', 'read_only', 'read_only', 'read_only'] as const;
const rights = (levels: readonly string[] = LEVELS) =>
  ['server', 'viewer', 'application', 'stream'].map((name, index) => ({ name, value: levels[index] }));

/** Creates a user of the cluster over plain HTTP; returns its id. */
export async function exists(desk: Desk, username: string): Promise<number> {
  const attributes = { username, password: PASSWORD, accessRights: rights() };
  return ((await desk.ask('POST', '/api/users', attributes)).data as { id: number }).id;
}

/** The user as the cluster returns it to an empty update. Undefined: there is none. */
export async function seen(desk: Desk, id: number) {
  const { status, data } = await desk.ask('PATCH', `/api/users/${id}`, {});
  if (status === 404) return undefined;
  const { username, accessRights } = (data as { attributes: Attributes }).attributes;
  return { username: username.value, levels: accessRights.map(({ value }) => value.toLowerCase()) };
}

interface Attributes {
  readonly username: { readonly value: string };
  readonly accessRights: readonly { readonly value: string }[];
}

/** Puts a user on the list by id and name. */
export async function addsToList({ app }: Desk, id: number, name: string): Promise<void> {
  app.press(':').type('lookup').press('enter');
  await app.sees('Id and name');
  app.type(`${id} ${name}`);
  await app.sees(`${id} ${name}`);
  app.press('enter');
  await app.sees(`User ${id} was added to the list`, new RegExp(`${id} ${name} `));
}

/** Opens the form of the selected user after it was read, which needs a confirmation the first time. */
export async function edits({ app }: Desk, id: number): Promise<void> {
  app.press('e');
  await app.sees('y send', `PATCH /api/users/${id} with`);
  app.press('y');
  await app.sees(`Edit user ${id}`);
}
