import type { Cluster } from './cluster.ts';
import type { Course, Frame } from './course.ts';
import { inOrder } from './draws.ts';
import type { Effects } from './effects.ts';
import { Figures } from './figures.ts';
import type { Entry } from './journal.ts';
import { applicationRows, type StreamRow, streamRows } from './lists.ts';
import { pageOf, type Reply, refuse } from './paging.ts';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

type Answer = (question: Question, t: number) => Reply | { readonly data: object };

/** The answers of the management interface that a monitor polls, at any moment. */
export class Answers {
  readonly #cluster: Cluster;
  readonly #effects: Effects;
  readonly #course: Course;
  readonly #journal: readonly Entry[];
  readonly #figures: Figures;
  #listed: { readonly frame: Frame; readonly rows: readonly StreamRow[] } | undefined;

  constructor(cluster: Cluster, effects: Effects, course: Course, journal: readonly Entry[]) {
    this.#cluster = cluster;
    this.#effects = effects;
    this.#course = course;
    this.#journal = journal;
    this.#figures = new Figures(cluster, effects, course);
  }

  answer(question: Question, now: number): Reply {
    const { method, path } = question;
    const t = Math.max(0, (now - this.#cluster.startAt) / 1_000);
    const answer = this.#routes[`${method} ${path}`];
    if (!answer) return refuse(404, 'not found');
    const reply = answer(question, t);
    if ('status' in reply) return reply;
    return { status: 200, body: { ...reply, meta: { executionTime: 3, generatedAt: now } } };
  }

  readonly #streams: Answer = ({ query }, t) =>
    pageOf(this.#streamsAt(t), query, { rows: 10, sortable: ['startTime'], style: this.#cluster.style });

  readonly #applications: Answer = ({ query }, t) =>
    pageOf(this.#applicationsAt(t), query, { rows: 10, sortable: [], style: this.#cluster.style });

  readonly #entries: Answer = ({ query }, t) => {
    const now = this.#cluster.startAt + 1_000 * t;
    const written = this.#journal.slice(
      0,
      this.#journal.findLastIndex(({ createDate }) => createDate <= now) + 1,
    );
    const isRising = query.get('order') === 'asc';
    const list = isRising ? written : written.toReversed();
    const reply = pageOf(list, withoutOrder(query), { rows: 20, sortable: [], style: this.#cluster.style });
    if ('status' in reply) return reply;
    return { data: { ...reply.data, lastTimestamp: written.at(-1)?.createDate ?? 0 } };
  };

  readonly #routes: Readonly<Record<string, Answer>> = {
    'GET /api/streams': this.#streams,
    'GET /api/applications': this.#applications,
    'GET /api/cluster/journal': this.#entries,
    'GET /api/cluster/dashboard': (_, t) => ({ data: this.#figures.dashboard(t) }),
    'GET /api/cluster/topology': (_, t) => ({
      data: { topology: this.#figures.topology(t), mockupEnabled: false },
    }),
  };

  /** One list for all pages of a moment. */
  #streamsAt(t: number): readonly StreamRow[] {
    const frame = this.#course.at(t);
    if (this.#listed?.frame !== frame) {
      const rows = inOrder(this.#cluster.style.order, streamRows(this.#cluster, frame), ({ id }) => id);
      this.#listed = { frame, rows };
    }
    return this.#listed.rows;
  }

  #applicationsAt(t: number) {
    const rows = applicationRows(this.#cluster, this.#course.at(t), (app) => this.#linkedUntil(app, t));
    return inOrder(this.#cluster.style.order, rows, ({ id }) => id);
  }

  /** The last moment until `t` at which an application was linked to the manager. */
  #linkedUntil(app: number, t: number): number {
    let until = t;
    while (until > 0 && this.#effects.isLinked?.(app, until) === false) until--;
    return until;
  }
}

/** The journal is sorted by date, whatever field is asked for. */
function withoutOrder(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('orderBy');
  return rest;
}
