import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import { ask, happened, type PollContext, type Poller } from './context.ts';
import { sweepPoller } from './poll-sweep.ts';

/** Applications whose history a sweep writes: more would push out those on the screen. */
const MAX_RECORDED = 100;

/** All streams (A5), or the unhealthiest of them. */
export function streamSweepPoller(context: PollContext): Poller {
  return sweepPoller<Stream>(context, {
    key: 'streamSweep',
    identity: (stream) => stream.id,
    worstFirst: { orderBy: 'healthScore', order: 'asc' },
    ask: (paging, signal) => ask(context, signal, (options) => context.api.streams(paging, options)),
    onItems: (streams, at) => happened(context, context.restarts.streams(streams, at)),
  });
}

/** All applications (A7). */
export function applicationSweepPoller(context: PollContext): Poller {
  return sweepPoller<Application>(context, {
    key: 'applicationSweep',
    identity: applicationId,
    ask: (paging, signal) => ask(context, signal, (options) => context.api.applications(paging, options)),
    onItems(applications, at, interval) {
      if (applications.length <= MAX_RECORDED) {
        for (const application of applications) context.recorder.application(application, at, interval);
      }
      happened(context, context.restarts.applications(applications, at));
    },
  });
}
