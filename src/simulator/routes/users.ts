import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { attributesOf } from '../validate.ts';
import { answer } from './reply.ts';

/** A2 to A4. */
export function userRoutes(app: FastifyInstance, { world, users }: Context): void {
  app.post('/users', async (request) =>
    answer(world, users.create(attributesOf(request.body)), 'User created'),
  );
  app.patch<{ Params: { userId: string } }>('/users/:userId', async (request) => {
    const id = idOf(request.params.userId);
    return answer(world, users.update(id, attributesOf(request.body)), 'User updated');
  });
  app.delete<{ Params: { userId: string } }>('/users/:userId', async (request) => {
    users.remove(idOf(request.params.userId));
    return answer(world, undefined, 'User deleted');
  });
}

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new ApiError(400, 'The userId must be an integer');
  return Number(text);
}
