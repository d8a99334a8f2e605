import { tabKey } from '../../actions/screen-table.ts';
import { counted } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { fitLine, lineWidth } from '../../base/width.ts';
import { fleetIncidents, fleetProblems } from '../../views/fleet/common.ts';
import { type FleetRow, fleetRows } from '../../views/fleet/member.ts';
import { incidentWords } from '../../views/fleet/rows.ts';
import { severityLook } from '../../views/formats/tones.ts';
import type { View } from '../view.ts';
import { clockSpans, worstLine } from './shared-lines.ts';

/** The header while several clusters are shown: how many there are, and the time of day. */
export function fleetHeader(view: View, liveNow: number, width: number): Line {
  const { demo } = view.facts;
  const clock = clockSpans(view, liveNow);
  const left: Line = [
    { text: ' castwatch ', tone: 'accent' },
    ...(demo ? [{ text: ' DEMO ', tone: 'demo' as const }, { text: ' ' }] : []),
    { text: counted(view.fleet?.length, 'cluster'), tone: 'bold' },
  ];
  return fitLine([...fitLine(left, Math.max(0, width - lineWidth(clock))), ...clock], width);
}

/** What is common to several clusters, else the worst problem of all; one line. */
export function fleetProblemLine(view: View, width: number): Line {
  const rows = fleetRows(view.fleet ?? [], view.now);
  const problems = fleetProblems(rows, view.orders);
  const [common] = fleetIncidents(problems);
  if (common) {
    const names = common.parts.map(({ cluster }) => cluster).join(', ');
    return fitLine(
      [
        { text: ' ◆ SEVERAL ', tone: severityLook[common.parts[0].problem.severity].badge },
        { text: ` ${incidentWords(common)}`, tone: 'bold' },
        { text: `: ${names}`, tone: 'dim' },
      ],
      width,
    );
  }
  const [worst] = problems;
  if (!worst) return fitLine(withoutProblem(rows), width);
  const more = problems.length > 1 ? ` · ${problems.length - 1} more: press ${tabKey('problems')}` : '';
  return worstLine(worst.problem, { name: `${worst.cluster}: `, more: [more] }, view.now, width);
}

/** A cluster that is not read is never called well. */
function withoutProblem(rows: readonly FleetRow[]): Line {
  const unread = rows.filter(({ verdict }) => verdict === 'unknown').map(({ member }) => member.name);
  if (unread.length > 0) return toned(` ▲ not known: ${unread.join(', ')}`, 'warn');
  const waiting = rows.filter(({ verdict }) => verdict === 'waiting').length;
  if (waiting > 0)
    return toned(` ○ no problem so far; ${counted(waiting, 'cluster')} not yet certain`, 'dim');
  return toned(' ✔ no problem known on any cluster', 'ok');
}
