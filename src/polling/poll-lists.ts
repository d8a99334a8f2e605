import type { ApplicationQuery, StreamQuery } from '../cluster/state.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import { ask, happened, type PollContext } from './context.ts';
import { type ListPoller, listPoller } from './poll-list.ts';

/** The visible window of the stream list (A5). */
export function streamListPoller(context: PollContext): ListPoller<StreamQuery> {
  return listPoller<Stream, StreamQuery>(context, {
    key: 'streams',
    identity: (stream) => stream.id,
    ask: ({ application, search, streamState }, paging, signal) =>
      ask(context, signal, (options) =>
        context.api.streams({ ...paging, application, search, streamState }, options),
      ),
    onVisible(streams, at, interval) {
      for (const stream of streams) context.recorder.stream(stream, at, interval);
      happened(context, context.restarts.streams(streams, at));
    },
  });
}

/** The visible window of the application list (A7). */
export function applicationListPoller(context: PollContext): ListPoller<ApplicationQuery> {
  return listPoller<Application, ApplicationQuery>(context, {
    key: 'applications',
    identity: applicationId,
    ask: ({ search, appType }, paging, signal) =>
      ask(context, signal, (options) => context.api.applications({ ...paging, search, appType }, options)),
    onVisible(applications, at, interval) {
      for (const application of applications) context.recorder.application(application, at, interval);
      happened(context, context.restarts.applications(applications, at));
    },
  });
}
