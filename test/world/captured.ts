import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../src/base/clock.ts';
import type { CapturedAnswer } from '../../src/session/capture/capture.ts';
import { shiftTimes } from '../../src/session/capture/replaced-values.ts';

/** Requests to these endpoints get what was captured, with its times moved to now; all others get the simulated cluster. */
export function serveCaptured(api: FastifyInstance, answers: readonly CapturedAnswer[], clock: Clock): void {
  const known = new Map(answers.map((answer) => [placeOf(answer.method, answer.path), answer]));
  const newest = Math.max(...answers.map(({ body }) => generatedAt(body)));
  api.addHook('preHandler', async (request, reply) => {
    const answer = known.get(placeOf(request.method, request.routeOptions.url ?? ''));
    if (answer === undefined) return;
    const { status, contentType, body } = answer;
    const page = Number.isFinite(newest) ? shiftTimes(body, clock.now() - newest) : body;
    const text = body === undefined ? '' : JSON.stringify(isOtherPage(request, body) ? emptied(page) : page);
    await reply
      .code(status)
      .type(contentType ?? 'application/json')
      .send(text);
  });
}

/** The same for `{application}` of the document and `:application` of a route. */
function placeOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^}]*\}|:[^/]+/g, '*')}`;
}

function generatedAt(body: unknown): number {
  const at = (body as { meta?: { generatedAt?: unknown } } | undefined)?.meta?.generatedAt;
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return typeof ms === 'number' && !Number.isNaN(ms) ? ms : Number.NEGATIVE_INFINITY;
}

/** One page of each list was captured; the others are empty. */
function isOtherPage(request: FastifyRequest, body: unknown): boolean {
  const asked = Number((request.query as { page?: unknown }).page ?? 1);
  return listOf(body) !== undefined && asked > 1;
}

function listOf(body: unknown): readonly unknown[] | undefined {
  const list = (body as { data?: { list?: unknown } } | null)?.data?.list;
  return Array.isArray(list) ? list : undefined;
}

function emptied(body: unknown): unknown {
  const { data, ...rest } = body as { data: object };
  return { ...rest, data: { ...data, list: [] } };
}
