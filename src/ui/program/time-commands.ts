import type { CommandId } from '../../actions/commands.ts';
import type { Replay, TimeTravel } from '../../actions/time-travel.ts';
import { clockTime, dateTime } from '../../base/format.ts';
import { parseTime } from '../../views/journal/time.ts';
import { promptDialog } from '../dialogs/prompt.ts';
import { textField } from '../primitives/text-field.ts';
import type { Shell } from '../shell.ts';

/** Seeking to a mark may stop slightly beside it; a mark this close to the shown moment counts as the same, ms. */
const SAME_MOMENT_MS = 500;
const REPLAY_STEP_MS = 10_000;

/** Runs commands that move through time, in a recording or in the past. False for any other command. */
export function runTime(
  command: CommandId,
  argument: string | undefined,
  time: TimeTravel,
  shell: Shell,
): boolean {
  if (command === 'time.nextProblem') toProblem(1, time, shell);
  else if (command === 'time.previousProblem') toProblem(-1, time, shell);
  else if (command !== 'time.jump') return false;
  else if (argument) jump(argument, time, shell);
  else ask(time, shell);
  return true;
}

function toProblem(direction: 1 | -1, time: TimeTravel, shell: Shell): void {
  const { at, searchedTo, to } = time.status();
  const mark = time.problemBeside(at + direction * SAME_MOMENT_MS, direction);
  if (mark) {
    // A problem is known a little after it was noticed, and the frame must show it.
    time.seek(mark.at + SAME_MOMENT_MS - 1);
    shell.notice(`${clockTime(mark.at)}: ${mark.label}`, mark.severity === 'critical' ? 'crit' : 'warn');
  } else if (direction > 0 && searchedTo < to) {
    shell.notice(`No problem until ${clockTime(searchedTo)}; the rest is still being searched.`);
  } else {
    shell.notice(direction > 0 ? 'There is no problem after this.' : 'There is no problem before this.');
  }
}

function ask(time: TimeTravel, shell: Shell): void {
  const { searchedFrom, to } = time.status();
  shell.open(promptDialog, {
    label: `Time, ${dateTime(searchedFrom)} to ${clockTime(to)}:`,
    field: textField(),
    check: (value) =>
      value === '' || momentOf(value, time) !== undefined
        ? undefined
        : 'such as 14:03, 2026-01-15T14:03 or -10m',
    submit: (value) => value !== '' && jump(value, time, shell),
  });
}

function jump(text: string, time: TimeTravel, shell: Shell): void {
  const moment = momentOf(text, time);
  if (moment === undefined) shell.notice(`‘${text}’ is not a time: 14:03, 2026-01-15T14:03 or -10m`, 'warn');
  else time.seek(moment);
}

/** A time of day is the last one before the end of the time line; `-10m` is counted from the shown moment. */
function momentOf(text: string, time: TimeTravel): number | undefined {
  const { at, to } = time.status();
  return parseTime(text, text.trim().startsWith('-') ? at : to);
}

/** Runs commands that only a replay has. False for any other command. */
export function runReplay(command: CommandId, replay: Replay, shell: Shell): boolean {
  const act = onReplay[command];
  act?.(replay, shell);
  return act !== undefined;
}

const onReplay: Partial<Record<CommandId, (replay: Replay, shell: Shell) => void>> = {
  'replay.play'(replay, shell) {
    const { playing, at, to } = replay.status();
    if (playing) replay.pause();
    else if (at >= to) shell.notice('End of the recording. [ and { go back.');
    else replay.play();
  },
  'replay.forward': (replay) => replay.step(1),
  'replay.back': (replay) => replay.step(-1),
  'time.rewind': (replay) => replay.seek(replay.status().at - REPLAY_STEP_MS),
  'time.forward': (replay) => replay.seek(replay.status().at + REPLAY_STEP_MS),
  'replay.faster': (replay) => replay.changeSpeed(1),
  'replay.slower': (replay) => replay.changeSpeed(-1),
};
