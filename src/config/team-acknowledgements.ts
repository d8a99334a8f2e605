import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { inTurn } from '../base/in-turn.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { safeText } from '../base/safe-text.ts';
import { readIfThere, replaceFile, withLock } from './locked-file.ts';
import { acknowledgementSchema, clusterFileId } from './state-files.ts';
import { ownUserName, TEAM_FILE_MODE, type TeamDirectory } from './team-directory.ts';

const decisionSchema = acknowledgementSchema.extend({
  /** The acknowledgement of this problem, by whomever, ended at `at`. */
  lifted: z.literal(true).optional(),
});
const fileSchema = z.object({ by: z.string(), decisions: z.record(z.string(), decisionSchema) });

/** What a user decided about a problem. Text is safe. */
export type TeamDecision = z.output<typeof decisionSchema> & { readonly by: string };

/** Acknowledgements of one cluster by all users of a team. */
export interface TeamAcknowledgements {
  /** The newest decision about each problem, and files that are not believed, in words. Throws a `ConfigError`. */
  read(): Promise<{
    readonly decisions: ReadonlyMap<string, TeamDecision>;
    readonly doubts: readonly string[];
  }>;
  /** Writes a decision of this user. Throws a `ConfigError`. */
  decide(problemKey: string, decision: z.output<typeof decisionSchema>): Promise<void>;
}

const MOST_DECISIONS = 500;
const MOST_NAME = 40;
const MOST_NOTE = 500;

export function openTeamAcknowledgements(
  team: TeamDirectory,
  url: string,
  clock: Clock,
): TeamAcknowledgements {
  const name = `acknowledged-${clusterFileId(url)}`;
  const path = team.ownFile(name);
  // Changes of this instance wait here for each other instead of for the lock.
  const queue = inTurn();
  return {
    async read() {
      const { files, refused } = await team.readAll(name);
      const decisions = new Map<string, TeamDecision>();
      const doubts = [...refused];
      for (const { uid, file, text } of files) {
        const content = parsedJson(fileSchema, text);
        if (!content) doubts.push(`${team.path}/${file}: it is damaged`);
        const by = safeText(content?.by || `user ${uid}`, MOST_NAME);
        for (const [key, decision] of Object.entries(content?.decisions ?? {})) {
          const before = decisions.get(key);
          if (before && before.at >= decision.at) continue;
          decisions.set(key, { ...decision, note: safeText(decision.note, MOST_NOTE), by });
        }
      }
      return { decisions, doubts };
    },
    decide: (key, decision) =>
      queue(() =>
        withLock(path, clock, async () => {
          const before = parsedJson(fileSchema, (await readIfThere(path)) ?? '')?.decisions ?? {};
          const all = Object.entries({ ...before, [key]: decision });
          const newest = all.sort((a, b) => a[1].at - b[1].at).slice(-MOST_DECISIONS);
          const content = { by: ownUserName(), decisions: Object.fromEntries(newest) };
          await replaceFile(path, `${JSON.stringify(content, null, 1)}\n`, TEAM_FILE_MODE);
        }),
      ),
  };
}
