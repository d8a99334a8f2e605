import { findApplication } from '../cluster/find-application.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Viewer } from '../protocol/viewer.ts';
import { askApi, type PollContext, reportEvents, reportStreamRestarts } from './context.ts';
import { type WatchedPoller, watchedPoller } from './poll-watched.ts';

/** Streams followed by id (A6). */
export function watchedStreamPoller(context: PollContext): WatchedPoller {
  return watchedPoller<Stream>(context, {
    key: 'watchedStreams',
    identity: (stream) => stream.id,
    ask: (ids, signal) => askApi(context, signal, (options) => context.api.streamBatch(ids, options)),
    onItems(streams, at, interval) {
      for (const stream of streams) context.recorder.stream(stream, at, interval);
      reportStreamRestarts(context, streams, at);
    },
  });
}

/** Applications followed by id, or by a name that the user typed. The look-up itself knows only names (A8). */
export function watchedApplicationPoller(context: PollContext): WatchedPoller {
  return watchedPoller<Application>(context, {
    key: 'watchedApplications',
    identity: applicationId,
    alias: ({ name }) => name,
    ask: (ids, signal) => {
      const state = context.getState();
      const names = new Set(ids.map((id) => findApplication(state, id).application?.name ?? id));
      return askApi(context, signal, (options) => context.api.applicationBatch([...names], options));
    },
    onItems(applications, at, interval) {
      for (const application of applications) context.recorder.application(application, at, interval);
      reportEvents(context, context.restarts.applications(applications, at));
    },
  });
}

/** Viewer sessions looked up by id (A9); nothing lists them. */
export function viewerPoller(context: PollContext): WatchedPoller {
  return watchedPoller<Viewer>(context, {
    key: 'viewers',
    identity: (viewer) => viewer.id,
    ask: (ids, signal) => askApi(context, signal, (options) => context.api.viewerBatch(ids, options)),
    onItems: () => undefined,
  });
}
