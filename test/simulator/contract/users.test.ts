import { expect, test } from 'vitest';
import { number, type Rig, rig, text } from '../rig.ts';

const rights = [
  { name: 'server', value: 'read_only' },
  { name: 'stream', value: 'read_write' },
];
const attributes = { username: 'ann', password: 'secret12', accessRights: rights };
const wrap = (given: object) => ({ data: { attributes: given } });
const create = (r: Rig, change: object = {}) => r.post('/api/users', wrap({ ...attributes, ...change }));

test('A2 creates a user who can log in, with wrappers, a masked password and capitalised rights', async () => {
  const r = await rig();
  const { status, body } = await create(r);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: number,
      attributes: {
        username: { value: 'ann', editable: true },
        password: { value: '******', editable: true, masked: true },
        algorithm: { value: 'SHA256', editable: false },
        accessRights: [
          { name: 'Server', value: 'READ_ONLY' },
          { name: 'Stream', value: 'READ_WRITE' },
        ],
      },
    },
    message: text,
    meta: { executionTime: number, generatedAt: r.clock.now() },
  });
  expect((await r.login('ann', 'secret12')).status).toBe(200);
});
