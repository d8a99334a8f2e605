import { nameOf, type Problem } from '../../src/triage/problem.ts';
import type { ThirdWorld } from '../triage-score/third/world.ts';

/** The most that the objects of a problem had. */
export interface Had {
  readonly viewers: number;
  /** Those of them who were served there. */
  readonly served: number;
  readonly streams: number;
}

const EVERY_S = 10;
/** Of these the subject does not say which viewers are meant. */
const anywhere = ['cluster', 'stream type', 'journal', 'resource'];

/** The most viewers and streams that the objects of a problem had until second `t`: served there, or fed from there. */
export function hadBefore(
  { cluster, course }: ThirdWorld,
  { subject, names }: Pick<Problem, 'subject' | 'names'>,
  t: number,
): Had {
  const { streams, serving, apps, servers } = cluster;
  const about = new Set([subject, ...names].map(nameOf));
  const isAll = anywhere.includes(subject.kind);
  const isOf = (app: number | undefined) => {
    const { name = '', server = -1 } = apps[app ?? -1] ?? {};
    const { name: host = '', group = '' } = servers[server] ?? {};
    return isAll || [name, host, group].some((one) => about.has(one));
  };
  const places = serving.map(isOf);
  const fed = streams.map(({ app, coder, key }) => about.has(key) || isOf(app) || isOf(coder));
  const isServed = streams.map(({ shares }) => places.some((isPlace, k) => isPlace && (shares[k] ?? 0) > 0));
  const times = Array.from({ length: Math.floor(t / EVERY_S) + 1 }, (_, n) => n * EVERY_S);
  const moments = [...times, t].map((at) => course.at(at));
  const most = (of: (frame: (typeof moments)[number]) => number) => Math.max(...moments.map(of));
  const viewers = (isCounted: (cell: number) => boolean | undefined) =>
    most(({ cells }) => cells.reduce((sum, here, cell) => sum + (isCounted(cell) ? here : 0), 0));
  const isServedAt = (cell: number) => places[cell % serving.length];
  return {
    viewers: viewers((cell) => fed[Math.floor(cell / serving.length)] || isServedAt(cell)),
    served: viewers(isServedAt),
    // Those that begin or end in between count, too.
    streams: streams.filter(({ index, from }) => from <= t && (fed[index] || isServed[index])).length,
  };
}
