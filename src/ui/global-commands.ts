import type { CommandId, ScreenName } from '../actions/commands.ts';
import type { Line } from '../base/text.ts';
import { freshnessOf } from '../cluster/freshness.ts';
import type { Resource } from '../cluster/state.ts';
import { age, clockTime, DASH } from '../views/format.ts';
import { textField } from './primitives/text-field.ts';
import type { Runtime } from './runtime.ts';
import type { View } from './screen.ts';

/** What a command means where the screen gave it no meaning of its own. */
export function runGlobal(command: CommandId, argument: string | undefined, runtime: Runtime): void {
  if (command.startsWith('screen.')) {
    runtime.goTo(command.slice('screen.'.length) as ScreenName);
    return;
  }
  const { ui, services } = runtime;
  switch (command) {
    case 'app.help':
      runtime.open({ kind: 'help', field: textField(), scroll: 0 });
      return;
    case 'app.palette':
      runtime.open({ kind: 'palette', field: textField(), index: 0 });
      return;
    case 'app.back':
      ui.setState(({ back, screen }) => ({ screen: back.at(-1) ?? screen, back: back.slice(0, -1) }));
      return;
    case 'app.units':
      ui.setState(({ display }) => ({
        display: { ...display, units: display.units === 'bits' ? 'bytes' : 'bits' },
      }));
      return;
    case 'app.times':
      ui.setState(({ display }) => ({
        display: { ...display, times: display.times === 'relative' ? 'absolute' : 'relative' },
      }));
      return;
    case 'app.theme':
      runtime.notice(services.setTheme(argument === '' ? undefined : argument));
      return;
    case 'app.profile':
      services.switchProfile(argument ?? '');
      return;
    case 'app.audit':
      services.readAudit().then(
        (lines) =>
          runtime.open({ kind: 'message', title: 'Audit: what was written from here', lines, scroll: 0 }),
        (error: Error) => runtime.notice(error.message, 'crit'),
      );
      return;
    case 'app.details':
      runtime.open({
        kind: 'message',
        title: 'Can this screen be trusted?',
        lines: trustLines(runtime.view()),
        scroll: 0,
      });
      return;
    case 'app.suspend':
      services.suspend();
      return;
    case 'app.redraw':
      services.repaint();
      return;
    case 'time.freeze': {
      const view = runtime.view();
      runtime.hold(
        view.held ? undefined : { mode: 'frozen', at: view.now, state: view.state, triage: view.triage },
      );
      return;
    }
    case 'time.refresh':
      services.monitor.refresh();
      runtime.notice('Asked for everything anew.');
      return;
    case 'time.faster':
    case 'time.slower': {
      services.monitor.setPace(services.monitor.pace * (command === 'time.faster' ? 0.5 : 2));
      const { pace } = services.monitor;
      runtime.notice(pace === 1 ? 'Polling at the usual pace.' : `Polling intervals × ${pace}.`);
      return;
    }
    default:
      return;
  }
}

/** Freshness, last status and error of each resource, in words. */
function trustLines(view: View): Line[] {
  const { state, now } = view;
  const rows: readonly (readonly [string, Resource<unknown>])[] = [
    ['Dashboard', state.dashboard],
    ['Topology', state.topology],
    ['Journal', state.journalResource],
    ['Streams, window', state.streams],
    ['Streams, sweep', state.streamSweep],
    ['Applications, window', state.applications],
    ['Applications, sweep', state.applicationSweep],
    ['Watched streams', state.watchedStreams],
    ['Looked-up viewers', state.viewers],
  ];
  const lines: Line[] = [];
  for (const [name, resource] of rows) {
    const fresh = freshnessOf(resource, now);
    const tone = fresh === 'fresh' ? 'ok' : fresh === 'none' ? 'dim' : 'warn';
    const old = resource.updatedAt === undefined ? DASH : `${age(now - resource.updatedAt)} old`;
    const every = resource.interval === undefined ? 'not polled now' : `every ${age(resource.interval)}`;
    lines.push([
      { text: name.padEnd(24) },
      { text: fresh === 'none' ? 'no data ' : fresh.padEnd(8), tone },
      { text: old.padEnd(10) },
      { text: every.padEnd(16), tone: 'dim' },
      {
        text: resource.unreadable.length > 0 ? `${resource.unreadable.length} items unreadable` : '',
        tone: 'warn',
      },
    ]);
    if (resource.error)
      lines.push([
        { text: `  ✖ since ${clockTime(resource.error.since)}: ${resource.error.message}`, tone: 'crit' },
      ]);
  }
  lines.push([]);
  lines.push([
    { text: `Session: ${state.session.status}${state.session.message ? `, ${state.session.message}` : ''}` },
  ]);
  const skew = state.clockSkew;
  lines.push([
    { text: `Server clock: ${skew === undefined ? DASH : `${(skew / 1000).toFixed(1)} s against ours`}` },
  ]);
  return lines;
}
