import type { CommandId } from '../../actions/commands.ts';
import { screenNames } from '../../actions/screen-table.ts';
import { counted } from '../../base/format.ts';
import { screenOf } from '../screens/registry.ts';
import type { UiState } from '../shell.ts';
import { sliceOf } from './navigation.ts';

const leaving: ReadonlySet<CommandId> = new Set(['app.quit', 'app.profile']);

/** What a command would lose: responses with passwords and keys are given once and kept in memory only. */
export function unsavedAnswersWords(
  command: CommandId,
  places: readonly Pick<UiState, 'slices'>[],
): string | undefined {
  if (!leaving.has(command)) return undefined;
  const counts = places.flatMap((place) =>
    screenNames.map((name) => screenOf(name).unsavedAnswers?.(sliceOf(place, name)) ?? 0),
  );
  const kept = counts.reduce((sum, one) => sum + one, 0);
  if (kept === 0) return undefined;
  const answers = counted(kept, 'answer of the cloud is', 'answers of the cloud are');
  return `${answers} kept only on the Cloud screen and would be lost. Repeat to continue.`;
}
