import { type MessageJson, messageSchema } from '../../../src/alerts/message-json.ts';
import { sleep } from '../../../src/base/clock.ts';
import type { Answer } from '../../../src/http/caller.ts';
import { incidentId } from '../../../src/triage/incidents/incident-id.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { cluster } from '../rig.ts';
import { type Draw, isWithin, type Span } from './draw.ts';

/** Who is called: it fails in several ways for a while, and takes everything afterwards. */
export interface Receiver {
  receive(body: string, id: string): Promise<Answer>;
  /** It would take a plain message now. */
  readonly isReachable: boolean;
  heard(outage: string): boolean;
  /** What it was told twice although it need not have been, in words. */
  twice(why: { readonly mayRepeat: boolean; readonly isDiskGood: boolean }): readonly string[];
}

/** What a receiver does for some seconds. `forgets`: it takes the message, and its answer does not arrive. */
type Trouble = 'down' | 'hangs' | 'errors' | 'forbids' | 'busy' | 'forgets';

/** How long an answer that does not arrive is waited for, as the real caller does, ms. */
const TIMEOUT_MS = 15_000;

interface ReceiverOptions<N> {
  readonly name: N;
  readonly draw: Draw;
  readonly clock: ManualClock;
  readonly second: () => number;
  /** Nothing fails after this second. */
  readonly until: number;
}

export function createReceiver<N extends string>(
  options: ReceiverOptions<N>,
): Receiver & { readonly name: N } {
  const { name, draw, clock, second, until } = options;
  const troubles = draw.spans(4, 200, until).map((span): Span & { readonly what: Trouble } => ({
    from: span.from,
    to: Math.min(span.to, until),
    what: draw.pick(['down', 'hangs', 'errors', 'forbids', 'busy', 'forgets']),
  }));
  /** How it answers a text that it does not like; undefined: it likes all. */
  const dislike = draw.pick([undefined, undefined, 400, 500]);
  const latency = draw.pick([0, 300, 2_500]);
  const troubleNow = () => troubles.find((one) => isWithin([one], second()))?.what;
  const taken: { readonly id: string; readonly message: MessageJson }[] = [];
  let forgot = false;

  const answer = (status: number, headers = {}): Answer => ({ status, headers, body: '' });
  const take = (body: string, id: string) => {
    taken.push({ id, message: messageSchema.parse(JSON.parse(body)) });
  };
  /** A plain message names no object, but the incident. */
  const idOf = (outage: string) => incidentId(cluster.url, `server-hot:${outage}`);
  return {
    name,
    get isReachable() {
      const trouble = troubleNow();
      return trouble === undefined || trouble === 'forgets';
    },
    async receive(body, id) {
      const trouble = troubleNow();
      if (trouble === 'down') throw new Error('connection refused');
      const isStuck = body.includes('stuck-') && second() < until + 120;
      if (trouble === 'hangs' || isStuck) {
        await sleep(clock, TIMEOUT_MS);
        throw new Error('no answer');
      }
      if (trouble === 'errors') return answer(503);
      if (trouble === 'forbids') return answer(403);
      if (trouble === 'busy') return answer(429, { 'retry-after': '20' });
      if (dislike !== undefined && /\d(<|\\u003c)script/.test(body)) return answer(dislike);
      take(body, id);
      await sleep(clock, latency);
      if (trouble !== 'forgets') return answer(200);
      forgot = true;
      throw new Error('connection reset');
    },
    heard: (outage) => taken.some(({ message }) => message.incident?.id === idOf(outage)),
    twice({ mayRepeat, isDiskGood }) {
      const raised = taken.filter(({ message }) => message.event === 'raised');
      return [...Map.groupBy(raised, ({ message }) => message.incident?.id)].flatMap(([incident, all]) => {
        const ids = new Set(all.map(({ id }) => id));
        // Who could not note what it sent is forgotten with it at its end.
        const isAllowed =
          all.length === 1 || ((mayRepeat || forgot) && (ids.size === 1 || (mayRepeat && !isDiskGood)));
        const culprit = all[0]?.message.incident?.culprit;
        const words = `${culprit} (${incident}) was raised ${all.length} times with ${ids.size} ids at ${name}`;
        return isAllowed ? [] : [words];
      });
    },
  };
}
