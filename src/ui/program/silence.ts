import type { SilenceRequest } from '../../actions/mutations.ts';
import { HOUR_MS, parseDuration } from '../../base/durations.ts';
import { clockTime, duration } from '../../base/format.ts';
import { promptDialog } from '../dialogs/prompt.ts';
import { textField } from '../primitives/text-field.ts';
import type { Shell } from '../shell.ts';

/** What may be silenced; without `until` no end was chosen yet. */
type Offer = Omit<SilenceRequest, 'until'> & { readonly until: number | undefined };

const STANDARD_MS = 2 * HOUR_MS;

/**
 * Asks whether the incident is silenced in Alertmanager, too, so that nobody else is called: duration and comment,
 * beside what the silence matches. Does nothing if castwatch may not write silences.
 */
export function offerSilence(shell: Pick<Shell, 'services' | 'open' | 'notice'>, offer: Offer): void {
  const { services, notice } = shell;
  const silence = services.session.mutations?.silence;
  if (!silence) return;
  const { key, what, comment } = offer;
  const lasts = offer.until === undefined ? STANDARD_MS : offer.until - services.clock.now();
  shell.open(promptDialog, {
    label: 'Silence in Alertmanager for everybody:',
    note: () => silence.matchers(key),
    field: textField(`${duration(lasts).replace(/ .*/, '')} ${comment}`.trim()),
    check: (text) => (lengthOf(text) === undefined ? 'begin with a duration, such as 2h' : undefined),
    submit: (text) => {
      const until = services.clock.now() + (lengthOf(text) ?? 0);
      const words = text.trim().replace(/^\S+\s*/, '');
      notice('Sending the silence...');
      void silence.add({ key, what, until, comment: words }).then((outcome) => {
        const isDone = outcome.kind === 'confirmed';
        notice(`${outcome.message}${isDone ? ` Until ${clockTime(until)}.` : ''}`, isDone ? 'ok' : 'crit');
      });
    },
  });
}

function lengthOf(text: string): number | undefined {
  return parseDuration(text.trim().split(/\s+/)[0] ?? '');
}
