import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { fileId } from '../base/file-id.ts';
import { inTurn } from '../base/in-turn.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { safeText } from '../base/safe-text.ts';
import { acknowledgementSchema } from './state-files.ts';
import { MOST_TEAM_BYTES, type TeamDirectory } from './team-directory.ts';

const decisionSchema = acknowledgementSchema.extend({
  /** The acknowledgement of this problem, by whomever, ended at `at`. */
  lifted: z.literal(true).optional(),
});
const fileSchema = z.object({ decisions: z.record(z.string(), decisionSchema) });

/** What a user decided about a problem. Text is safe, `by` the owner of the file. */
export type TeamDecision = z.output<typeof decisionSchema> & { readonly by: string };

const MOST_DECISIONS = 500;
const MOST_NOTE = 500;

export type TeamAcknowledgements = ReturnType<typeof openTeamAcknowledgements>;

/** Acknowledgements of one cluster by all users of a team. */
export function openTeamAcknowledgements(team: TeamDirectory, url: string, clock: Clock) {
  const name = `acknowledged-${fileId(url)}`;
  // Changes of this instance wait here for each other instead of for the lock.
  const queue = inTurn();
  return {
    /** The newest decision about each problem, and files that are not believed, in words. Throws a `ConfigError`. */
    async read() {
      const { files, refused } = await team.readAll(name);
      const decisions = new Map<string, TeamDecision>();
      const doubts = [...refused];
      const now = clock.now();
      for (const { by, file, text, at: written } of files) {
        const content = parsedJson(fileSchema, text);
        if (!content) doubts.push(`${team.path}/${file}: it is damaged`);
        for (const [key, decision] of Object.entries(content?.decisions ?? {})) {
          // Nothing was decided after it was written, or in the future: such a decision would count for ever.
          const at = Math.min(decision.at, written, now);
          if ((decisions.get(key)?.at ?? Number.NEGATIVE_INFINITY) >= at) continue;
          decisions.set(key, { ...decision, at, note: safeText(decision.note, MOST_NOTE), by });
        }
      }
      return { decisions, doubts };
    },
    /** Writes a decision of this user. Throws a `ConfigError`. */
    decide: (key: string, decision: z.output<typeof decisionSchema>) =>
      queue(() =>
        team.change(name, clock, (text) => {
          const mine = { ...decision, note: safeText(decision.note, MOST_NOTE) };
          const all = Object.entries({ ...parsedJson(fileSchema, text)?.decisions, [key]: mine });
          const newest = all.sort((a, b) => a[1].at - b[1].at).slice(-MOST_DECISIONS);
          while (Buffer.byteLength(fileOf(newest)) > MOST_TEAM_BYTES) newest.shift();
          return fileOf(newest);
        }),
      ),
  };
}

function fileOf(decisions: readonly [string, unknown][]): string {
  return `${JSON.stringify({ decisions: Object.fromEntries(decisions) }, null, 1)}\n`;
}
