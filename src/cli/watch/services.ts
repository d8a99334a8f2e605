import { createKeymap } from '../../actions/keymap.ts';
import { systemClock } from '../../base/clock.ts';
import type { SessionHolder } from '../../session/session-holder.ts';
import type { Runtime } from '../../ui/runtime.ts';
import type { Services } from '../../ui/services.ts';
import { clipboardSequence, type Multiplexer } from '../../ui/terminal/sequences.ts';
import { themeChoices } from '../../ui/theme/background.ts';
import type { SessionFacts } from '../../ui/view.ts';
import { saveNewFile } from '../save-file.ts';
import { completePath } from './complete-path.ts';
import type { Frontend } from './frontend.ts';
import { readAudit } from './read-audit.ts';
import { switchProfile } from './switch-profile.ts';
import type { WatchOptions } from './watch-options.ts';

/** What the program gives to the user interface, on a screen or read aloud. `runtime` is asked for late: it is made of these. */
export function watchServices(
  options: WatchOptions,
  holder: SessionHolder,
  frontend: Frontend,
  multiplexer: Multiplexer,
  runtime: () => Runtime,
): Services {
  let facts: SessionFacts = options.facts;
  return {
    clock: options.clock ?? systemClock,
    cluster: holder.cluster,
    triage: holder.triage,
    get monitor() {
      return holder.current.monitor;
    },
    get mutations() {
      return holder.current.mutations;
    },
    get acknowledgements() {
      return holder.current.triage;
    },
    keymap: createKeymap(options.keys, options.session.replay ? 'replay' : 'live'),
    get past() {
      return holder.current.past;
    },
    get history() {
      return holder.current.access;
    },
    replay: options.session.replay,
    get facts() {
      return facts;
    },
    copy: (text) => frontend.control(clipboardSequence(text, multiplexer)),
    saveFile: saveNewFile,
    completePath,
    async editText(text) {
      const { editText } = await import('./edit-text.ts');
      let edited: string | undefined;
      await frontend.handOver(async () => {
        edited = await editText(text, options.env, holder.current.target.secretVariables);
      });
      return edited;
    },
    repaint: () => frontend.repaint(),
    setTheme: (name) => frontend.setTheme(name),
    startTheme: options.theme,
    themes: themeChoices,
    profiles: options.profiles ?? [],
    switchProfile(name) {
      switchProfile(name, runtime(), options.openProfile, async (next) => {
        await holder.swap(next.session);
        ({ facts } = next);
      });
    },
    readAudit: () => readAudit(holder.current),
    suspend: () => frontend.suspend(),
  };
}
