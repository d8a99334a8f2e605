import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { safeText } from '../base/safe-text.ts';
import { readIfThere, replaceFile, withLock } from './locked-file.ts';
import {
  type Edit,
  type Ending,
  HEAD,
  type PlannedLine,
  type PlannedWorkFile,
  parsePlanned,
  readable,
  withLine,
  withoutWork,
  written,
  writtenEnding,
} from './planned-work-file.ts';
import { clusterFileId } from './state-files.ts';
import { ownUserName, TEAM_FILE_MODE, type TeamDirectory } from './team-directory.ts';

/** The first line of a file: who announces. */
const BY = '# by ';
const MOST_NAME = 40;

/**
 * Planned work of one cluster from all users of a team, and from the file of this user alone. What is announced here goes to the own file in
 * the team's directory; the work of somebody else ends by a line in the own file, because only its user may change theirs.
 */
export function openTeamWork(
  team: TeamDirectory,
  url: string,
  alone: PlannedWorkFile,
  clock: Clock,
): PlannedWorkFile {
  const name = `maintenance-${clusterFileId(url)}`;
  const path = team.ownFile(name);
  const change = (edit: Edit) =>
    withLock(path, clock, async () => {
      const text = (await readIfThere(path)) ?? `${BY}${ownUserName()}\n${HEAD}`;
      await replaceFile(path, edit(text), TEAM_FILE_MODE);
    });
  const readTeam = async () => {
    const { files, refused } = await team.readAll(name);
    const read = files.map(({ uid, file, text }) => {
      const named = text.startsWith(BY) ? text.slice(BY.length).split('\n', 1)[0] : undefined;
      const by = safeText(named || `user ${uid}`, MOST_NAME);
      return { ...parsePlanned(text), by, path: join(team.path, file) };
    });
    const endings = read.flatMap(({ endings }) => endings);
    const lines = read.flatMap(({ lines, by }) => lines.map((line) => ({ ...line, by })));
    return {
      lines: lines.filter((line) => !endings.some((ending) => endsIt(ending, line))),
      doubts: [...refused, ...read.flatMap((one) => readable(one, one.path).doubts)],
    };
  };
  return {
    async read() {
      const [own, shared] = [await alone.read(), await readTeam()];
      return { lines: [...shared.lines, ...own.lines], doubts: [...shared.doubts, ...own.doubts] };
    },
    add: (line) => change(withLine(written({ ...line, cluster: '*' }))),
    async end(cluster, object, now) {
      let ended = await alone.end(cluster, object, now);
      await change((text) => {
        const rest = withoutWork(text, '*', object, now);
        ended += rest.ended;
        return rest.text;
      });
      const ending = { object, at: now };
      const others = (await readTeam()).lines.filter((line) => endsIt(ending, line));
      if (others.length > 0) await change(withLine(writtenEnding(ending)));
      return ended + others.length;
    },
  };
}

function endsIt(ending: Ending, { object, from, until }: PlannedLine): boolean {
  return ending.object === object && from <= ending.at && ending.at < until;
}
