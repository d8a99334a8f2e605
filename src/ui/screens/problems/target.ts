import type { Problem } from '../../../triage/problem.ts';
import type { Controller } from '../../screen.ts';

/** Opens the very thing that a problem concerns; Esc leads back to the problem. */
export function problemTarget(
  problem: Problem,
  controller: Pick<Controller<object>, 'goTo' | 'notice'>,
): void {
  const { subject } = problem;
  switch (subject.kind) {
    case 'server':
      controller.goTo('servers', { opened: subject.name });
      return;
    case 'group':
      controller.goTo('servers', { opened: undefined, filter: subject.name });
      return;
    case 'stream':
      controller.goTo('streams', { opened: subject.id, guest: true });
      return;
    case 'application':
      controller.goTo('applications', { opened: subject.name, guest: true });
      return;
    case 'journal':
      controller.goTo('journal', { filter: `object:"${subject.object.replaceAll('"', '')}"` });
      return;
    case 'cluster':
      controller.goTo('overview');
      return;
    case 'resource':
      controller.notice(`${problem.reason} (! shows the state of each resource)`, 'warn');
  }
}
