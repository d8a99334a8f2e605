import type { CommandId } from '../../actions/commands.ts';
import type { Replay } from '../../actions/time-travel.ts';
import type { Shell } from '../shell.ts';

const STEP_MS = 10_000;

/** The commands that only a replay has; false for any other. */
export function runReplay(command: CommandId, replay: Replay, shell: Shell): boolean {
  switch (command) {
    case 'replay.play': {
      const { playing, at, to } = replay.status();
      if (playing) replay.pause();
      else if (at >= to) shell.notice(`End of the recording. , and { go back.`);
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
    default:
      return false;
  }
}
