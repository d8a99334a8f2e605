import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { SECOND_MS } from '../base/durations.ts';
import { oneLine, safeText } from '../base/safe-text.ts';
import { errorMessage } from '../base/system-error.ts';
import type { Answer, Caller } from '../http/caller.ts';
import type { SilencedBy } from '../triage/silenced.ts';
import { labelText } from '../views/metrics/metric.ts';
import type { WatchedCluster } from './incident-alert.ts';

export interface SilencesOptions {
  /** Those of a highly available set. */
  readonly members: readonly Caller[];
  readonly headers: Readonly<Record<string, string>>;
  readonly cluster: WatchedCluster;
  readonly clock: Clock;
  readonly onChange: () => void;
}

/** ms */
const READ_EVERY_MS = 30 * SECOND_MS;
const MOST_TEXT = 200;

const alertsSchema = z.array(
  z.object({
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()).catch({}),
    status: z.object({ silencedBy: z.array(z.string()).catch([]) }),
  }),
);
const silencesSchema = z.array(
  z.object({
    id: z.string(),
    createdBy: z.string().catch(''),
    comment: z.string().catch(''),
    startsAt: z.coerce.date(),
    endsAt: z.coerce.date(),
  }),
);

/** The silences of a cluster's incidents, from the first member that answers. Alertmanager itself matches them. */
export function createSilences(options: SilencesOptions) {
  const { members, cluster, clock } = options;
  let current: ReadonlyMap<string, SilencedBy> = new Map();
  let incidents: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  /** When they were read last, Unix ms, and why not since. */
  const status = { readAt: undefined as number | undefined, error: undefined as string | undefined };

  /** The first whole answer with a good status; members share their silences. */
  const ask = async (request: Parameters<Caller['send']>[0]): Promise<Answer> => {
    let failure: unknown;
    for (const { send, host } of members) {
      try {
        const answer = await send({ ...request, headers: { ...request.headers, ...options.headers } });
        if (answer.status < 300) return answer;
        failure = new Error(`${host} answered ${answer.status}: ${oneLine(answer.body, MOST_TEXT)}`);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  const read = async () => {
    const filter = encodeURIComponent(`url=${JSON.stringify(labelText(cluster.url))}`);
    const alerts = alertsSchema.parse(
      JSON.parse((await ask({ method: 'GET', path: `/api/v2/alerts?filter=${filter}` })).body),
    );
    const silenced = alerts.filter(({ status }) => status.silencedBy.length > 0);
    const known =
      silenced.length === 0
        ? []
        : silencesSchema.parse(JSON.parse((await ask({ method: 'GET', path: '/api/v2/silences' })).body));
    const byId = new Map(known.map((one) => [one.id, one]));
    const next = new Map(
      silenced.flatMap(({ labels, status }) => {
        const silence = status.silencedBy.map((id) => byId.get(id)).find((one) => one !== undefined);
        if (!silence || labels.incident === undefined) return [];
        const { createdBy, comment, startsAt, endsAt } = silence;
        const who = { by: safeText(createdBy, MOST_TEXT), comment: safeText(comment, MOST_TEXT) };
        const when = { from: startsAt.getTime(), until: endsAt.getTime() };
        return [[labels.incident, { ...who, ...when }] as const];
      }),
    );
    const listed = new Map(
      alerts.flatMap(({ labels: { incident }, annotations: { problems = '' } }) =>
        incident === undefined ? [] : problems.split(' ').map((problem) => [problem, incident] as const),
      ),
    );
    const isSame = isDeepStrictEqual([next, listed], [current, incidents]);
    current = next;
    incidents = listed;
    if (!isSame) options.onChange();
  };

  return {
    /**
     * The incident of a problem as its sender calls it, both by their ids. A program that began later may know another
     * cause, so the sender lists the problems of each incident.
     */
    incidentOf: (problem: string) => incidents.get(problem),
    /** The silence of an incident; undefined if there is none. */
    of: (incident: string) => current.get(incident),
    status,
    /** Reads them again if that is due. */
    update() {
      const now = clock.now();
      if (Math.abs(now - readAt) < READ_EVERY_MS) return;
      readAt = now;
      // What was read last stays.
      read().then(
        () => Object.assign(status, { readAt: now, error: undefined }),
        (error: unknown) => Object.assign(status, { error: errorMessage(error) }),
      );
    },
    /** Silences one incident, or the whole cluster. Rejects with words for the user. */
    async add(incident: string | undefined, { by, comment, from, until }: SilencedBy) {
      await ask({
        method: 'POST',
        path: '/api/v2/silences',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          matchers: silenceMatchers(incident, cluster),
          startsAt: new Date(from).toISOString(),
          endsAt: new Date(until).toISOString(),
          createdBy: by,
          comment,
        }),
      });
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** What a silence matches: an incident of this cluster, whatever its severity, or the whole cluster. */
export function silenceMatchers(incident: string | undefined, { url }: WatchedCluster) {
  const names = [
    ...(incident === undefined ? [] : [['incident', incident] as const]),
    ['url', labelText(url)] as const,
  ];
  return names.map(([name, value]) => ({ name, value, isRegex: false, isEqual: true }));
}
