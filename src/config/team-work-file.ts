import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { fileId } from '../base/file-id.ts';
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
import type { TeamDirectory } from './team-directory.ts';

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
  const name = `maintenance-${fileId(url)}`;
  const change = (edit: Edit) => team.change(name, clock, (text) => edit(text || HEAD));
  const readTeam = async () => {
    const { files, refused } = await team.readAll(name);
    const read = files.map(({ by, file, text, at: written }) => {
      const { endings, ...lines } = parsePlanned(text);
      // Nobody ends at a later time than now what may begin until then.
      const until = Math.min(written, clock.now());
      const past = endings.map((ending) => ({ ...ending, at: Math.min(ending.at, until) }));
      return { ...lines, endings: past, by, path: join(team.path, file) };
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
