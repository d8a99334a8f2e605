import type { Clock } from '../base/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import type { Acknowledgement, ClusterMemoryFile } from '../config/state-files.ts';
import type { TeamAcknowledgements, TeamDecision } from '../config/team-acknowledgements.ts';
import type { Problem } from '../triage/problem.ts';

/** What was decided about a problem before: an acknowledgement, or that it has ended. In a team, by whom. */
export type Decision = Acknowledgement & Partial<Pick<TeamDecision, 'by' | 'lifted'>>;

/** Acknowledged problems, kept across restarts. Errors are reported, never thrown. */
export interface AcknowledgementMemory {
  /** The newest decision of an earlier run or another user that is about this problem. */
  find(problem: Pick<Problem, 'key' | 'since'>): Decision | undefined;
  keep(key: string, acknowledgement: Acknowledgement): void;
  /** The user ended the acknowledgement. */
  drop(key: string): void;
  /** It has ended by itself: the problem cleared or got worse, or its time is over. */
  expire(key: string): void;
  /** Who is named for what this user acknowledges. */
  readonly by?: string | undefined;
}

export function rememberAcknowledgements(
  memory: Pick<ClusterMemoryFile, 'read' | 'acknowledge' | 'withdraw'>,
  tell: (message: string) => void,
): AcknowledgementMemory {
  const earlier = new Map<string, Acknowledgement>();
  const reportFailure = (work: Promise<unknown>) => {
    work.catch((error: Error) => tell(`Acknowledgements are not saved: ${error.message}`));
  };
  reportFailure(
    memory.read().then(({ acknowledgements }) => {
      for (const [key, acknowledgement] of Object.entries(acknowledgements))
        earlier.set(key, acknowledgement);
    }),
  );
  const drop = (key: string) => {
    earlier.delete(key);
    reportFailure(memory.withdraw(key));
  };
  return {
    find: ({ key }) => earlier.get(key),
    keep: (key, acknowledgement) => reportFailure(memory.acknowledge(key, acknowledgement)),
    drop,
    expire: drop,
  };
}

/** The files of the team are read again after this time, ms. */
const READ_EVERY_MS = 5 * SECOND_MS;
/** Monitors that watched the same beginning may date it differently by this, ms. */
const SAME_BEGINNING_MS = MINUTE_MS;
/** Of a problem that was there at the first look, an older acknowledgement is about an earlier one, ms. */
const BEFORE_WATCHING_MS = 12 * HOUR_MS;

export interface TeamMemoryOptions {
  readonly team: TeamAcknowledgements;
  readonly clock: Clock;
  /** The name of this user. */
  readonly by: string;
  /** Ends the acknowledgements of all users when their problem clears: one program of the team does so. */
  readonly isKeeper: boolean;
  readonly tell: (message: string) => void;
}

/** Those of all users of a team, from files that are read again regularly. The newest decision about a problem counts. */
export function shareAcknowledgements(options: TeamMemoryOptions): AcknowledgementMemory {
  const { team, clock, by, isKeeper } = options;
  let decisions: ReadonlyMap<string, TeamDecision> = new Map();
  /** What this program decided: files that are just being read may be older. */
  const own = new Map<string, TeamDecision>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reported = '';
  const tell = (message: string) => {
    if (message !== reported) options.tell(message);
    reported = message;
  };
  const read = () => {
    readAt = clock.now();
    team.read().then(
      (next) => {
        decisions = next.decisions;
        const [doubt] = next.doubts;
        if (doubt !== undefined) tell(`Not read: ${doubt}`);
      },
      (error: Error) => tell(`Acknowledgements of others are not known: ${error.message}`),
    );
  };
  const newest = (key: string): TeamDecision | undefined => {
    const [mine, theirs] = [own.get(key), decisions.get(key)];
    return mine && theirs && theirs.at > mine.at ? theirs : (mine ?? theirs);
  };
  const decide = (key: string, decision: Omit<TeamDecision, 'by'>) => {
    own.set(key, { ...decision, by });
    team
      .decide(key, decision)
      .catch((error: Error) => tell(`Acknowledgements are not saved: ${error.message}`));
  };
  const lift = (key: string) => decide(key, { at: clock.now(), note: '', lifted: true });
  read();
  return {
    by,
    find({ key, since }) {
      if (Math.abs(clock.now() - readAt) >= READ_EVERY_MS) read();
      const decision = newest(key);
      if (!decision) return undefined;
      const reach = since.known === 'before' ? BEFORE_WATCHING_MS : SAME_BEGINNING_MS;
      return decision.at + reach >= since.at ? decision : undefined;
    },
    keep: decide,
    drop: lift,
    expire(key) {
      const decision = newest(key);
      if (decision && !decision.lifted && (isKeeper || decision.by === by)) lift(key);
    },
  };
}
