import { parseDuration } from '../../base/durations.ts';
import { clockTime, duration } from '../../base/format.ts';
import { quotedWords } from '../../base/quoting.ts';
import { nameOf } from '../../triage/problem.ts';
import type { Shell } from '../shell.ts';
import { offerSilence } from './silence.ts';

const USAGE = ':maintenance 2h edge-1 "disk swap", or :maintenance off edge-1';

/** `2h edge-1 "disk swap"` announces work on an object, `off edge-1` ends it. `cluster` means everything. */
export function planWork(shell: Shell, argument: string): void {
  const { services, notice } = shell;
  const [first = '', object, ...rest] = quotedWords(argument);
  const lasts = parseDuration(first);
  if (!object || (lasts === undefined && first !== 'off')) {
    notice(`For how long, and on what? ${USAGE}`, 'warn');
    return;
  }
  if (lasts === undefined) {
    services.session.triage.plan(object, undefined, '');
    notice(`Planned work on ${object} has ended.`, 'ok');
    return;
  }
  const now = services.clock.now();
  const until = services.session.triage.plan(object, now + lasts, rest.join(' '));
  if (until === undefined) {
    const why = object === 'cluster' ? ': the configuration has no wholeClusterWork: true' : ' here';
    notice(`Planned work on ${object} does not count${why}.`, 'warn');
    return;
  }
  const words = `Planned work on ${object} for ${duration(until - now)}, until ${clockTime(until)}.`;
  if (isKnown(object, shell)) notice(words, 'ok');
  else notice(`${words} No object with this name is known now.`, 'warn');
  const { problems } = shell.view.triage;
  const key = problems.find(({ subject }) => subject.kind !== 'cluster' && nameOf(subject) === object)?.key;
  if (key !== undefined || object === 'cluster')
    offerSilence(shell, { key, what: object, comment: rest.join(' '), until });
}

function isKnown(object: string, { view: { state } }: Shell): boolean {
  const streams = state.streamSweep.value?.items.values() ?? [];
  return (
    object === 'cluster' ||
    [...streams].some(({ streamKey }) => streamKey === object) ||
    state.servers.some(
      ({ name, server }) =>
        name === object ||
        server.groupName === object ||
        (server.applications ?? []).some((one) => one.name === object),
    )
  );
}
