import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../base/durations.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { objectOf } from '../validate.ts';
import { answer } from './reply.ts';

/** Login attempts of one address per minute. */
const LOGINS_A_MINUTE = 5;

interface Claims {
  readonly sub: string;
  readonly user: number;
  /** Unix ms by the simulator's clock; the standard claims have only whole seconds. */
  readonly issued: number;
  readonly expires: number;
}

/** A1. */
export function loginRoute(app: FastifyInstance, context: Context): void {
  const { world, users, clock, tokenLifetimeMs } = context;
  const config = {
    rateLimit: { max: LOGINS_A_MINUTE, timeWindow: MINUTE_MS },
  };
  app.post('/auth/login', { config }, async (request) => {
    const { username, password } = objectOf(request.body);
    if (typeof username !== 'string' || typeof password !== 'string') {
      throw new ApiError(400, 'Username and password are required');
    }
    const user = users.check(username, password);
    if (user === undefined) throw new ApiError(401, 'Username or password is incorrect');
    const now = clock.now();
    const claims: Claims = { sub: username, user, issued: now, expires: now + tokenLifetimeMs };
    const seconds = { iat: Math.floor(now / 1000), exp: Math.ceil(claims.expires / 1000) };
    const data = {
      accessToken: app.jwt.sign({ ...claims, ...seconds }),
      tokenType: 'Bearer',
      expireDate: world.now() + tokenLifetimeMs,
      remainingTime: tokenLifetimeMs,
      username,
      message: 'Login successful',
    };
    return answer(world, data, 'Login successful');
  });
}

/** The hook that refuses requests without a valid token. The expiry is compared here, by the injectable clock. */
export function bearer(context: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const { serverKey } = context;
    if (serverKey !== undefined && request.headers['x-api-key'] === serverKey) return;
    let claims: Claims;
    try {
      claims = await request.jwtVerify<Claims>();
    } catch {
      throw new ApiError(401, 'Invalid or missing token');
    }
    if (claims.expires <= context.clock.now()) throw new ApiError(401, 'Token expired');
    if (!context.users.has(claims.user)) throw new ApiError(401, 'Token revoked');
  };
}
