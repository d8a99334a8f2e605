import type { CommandId } from '../actions/commands.ts';
import type { Replay } from '../actions/time-travel.ts';
import { clockTime } from '../base/format.ts';
import { parseTime } from '../views/journal-time.ts';
import { textField } from './primitives/text-field.ts';
import type { Controller } from './screen.ts';

const STEP_MS = 10_000;

/** What answers on the screen. */
type Screen = Pick<Controller<object>, 'notice' | 'open'>;

/** The commands of a replay; false for any other. */
export function runReplay(
  command: CommandId,
  argument: string | undefined,
  replay: Replay,
  screen: Screen,
): boolean {
  switch (command) {
    case 'replay.play': {
      const { playing, at, to } = replay.status();
      if (playing) replay.pause();
      else if (at >= to) screen.notice(`This is the end of the recording. , and { lead back.`);
      else replay.play();
      return true;
    }
    case 'replay.forward':
      replay.step(1);
      return true;
    case 'replay.back':
      replay.step(-1);
      return true;
    case 'time.rewind':
      replay.seek(replay.status().at - STEP_MS);
      return true;
    case 'time.forward':
      replay.seek(replay.status().at + STEP_MS);
      return true;
    case 'replay.faster':
      replay.changeSpeed(1);
      return true;
    case 'replay.slower':
      replay.changeSpeed(-1);
      return true;
    case 'replay.nextProblem':
    case 'replay.previousProblem':
      toProblem(command === 'replay.nextProblem' ? 1 : -1, replay, screen);
      return true;
    case 'replay.jump':
      if (argument) jump(argument, replay, screen);
      else ask(replay, screen);
      return true;
    default:
      return false;
  }
}

function toProblem(direction: 1 | -1, replay: Replay, screen: Screen): void {
  const { marks, at, searchedTo, to } = replay.status();
  const real = marks.filter(({ severity }) => severity !== 'info');
  // The very moment of a mark is where the last jump led to.
  const mark =
    direction > 0 ? real.find((each) => each.at > at + 500) : real.findLast((each) => each.at < at - 500);
  if (mark) {
    replay.seek(mark.at);
    screen.notice(`${clockTime(mark.at)}: ${mark.label}`, mark.severity === 'critical' ? 'crit' : 'warn');
  } else if (direction > 0 && searchedTo < to) {
    screen.notice(`No problem until ${clockTime(searchedTo)}; the rest is still being searched.`);
  } else {
    screen.notice(direction > 0 ? 'There is no problem after this.' : 'There is no problem before this.');
  }
}

function ask(replay: Replay, screen: Screen): void {
  const { from, to } = replay.status();
  screen.open({
    kind: 'prompt',
    label: `Time, ${clockTime(from)} to ${clockTime(to)}:`,
    field: textField(),
    check: (value) =>
      value === '' || momentOf(value, replay) !== undefined ? undefined : 'such as 14:03, 14:03:20 or -10m',
    submit: (value) => value !== '' && jump(value, replay, screen),
  });
}

function jump(text: string, replay: Replay, screen: Screen): void {
  const moment = momentOf(text, replay);
  if (moment === undefined) screen.notice(`‘${text}’ is no time: 14:03, 14:03:20 or -10m`, 'warn');
  else replay.seek(moment);
}

/** A time of day is the one inside the recording; `-10m` is counted from the moment that is shown. */
function momentOf(text: string, replay: Replay): number | undefined {
  const { at, to } = replay.status();
  return parseTime(text, text.trim().startsWith('-') ? at : to);
}
