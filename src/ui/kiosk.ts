import type { ScreenName } from '../actions/screen-table.ts';
import { count } from '../base/format.ts';
import type { Problem } from '../triage/problem.ts';
import type { Runtime } from './runtime.ts';
import type { View } from './view.ts';

/** A screen of the tour, and what it tells at the moment; undefined where it has nothing to tell. */
interface Stop {
  readonly screen: ScreenName;
  readonly title: string;
  readonly story: (view: View) => string | undefined;
}

/** How long the tour waits after the last key, ms. */
const PAUSE = 60_000;

const tour: readonly Stop[] = [
  {
    screen: 'overview',
    title: 'The whole cluster',
    story: ({ state }) => {
      const viewers = state.dashboard.value?.viewersStats?.total?.value;
      const streams = state.dashboard.value?.streamStats?.total?.value;
      return `${state.servers.length} servers carry ${count(streams)} streams to ${count(viewers)} viewers.`;
    },
  },
  {
    screen: 'problems',
    title: 'What is wrong',
    story: ({ triage }) => (triage.problems[0] ? told(triage.problems[0]) : undefined),
  },
  {
    screen: 'servers',
    title: 'Servers',
    story: (view) => worstOf(view, 'server') ?? 'Every server with its load; none of them is in trouble.',
  },
  {
    screen: 'streams',
    title: 'Streams',
    story: (view) => worstOf(view, 'stream') ?? 'Every stream with its health; none needs anybody now.',
  },
  {
    screen: 'journal',
    title: 'Journal',
    story: ({ state }) => `What the servers say, as it comes: ${count(state.journal.totalItems)} entries.`,
  },
  {
    screen: 'applications',
    title: 'Applications',
    story: (view) => worstOf(view, 'application') ?? 'Where streams come in, are transcoded and go out.',
  },
];

/**
 * The tour of a demo on a wall: the next screen every so many seconds, with its part of the story, and no key needed.
 * Any key stops it for a minute. One timer, whatever happens; returns how to end it.
 */
export function startKiosk(runtime: Runtime, seconds: number): () => void {
  const { clock } = runtime.services;
  let next = 0;
  let cancel = () => {};
  const plan = (ms: number) => {
    cancel();
    cancel = clock.after(ms, show);
  };
  const show = () => {
    const view = runtime.view();
    for (let tries = 0; tries < tour.length; tries++) {
      const stop = tour[next];
      next = (next + 1) % tour.length;
      const story = stop?.story(view);
      if (!stop || story === undefined) continue;
      // Dialogs left open and frozen frames are closed, so that nothing piles up over days.
      runtime.hold(undefined);
      runtime.goToList(stop.screen);
      const band = { title: stop.title, caption: story };
      const notice = {
        text: `${stop.title}: ${story}`,
        tone: 'info' as const,
        until: clock.monotonic() + seconds * 1000,
      };
      runtime.ui.setState({ band, notice, dialogs: [], back: [] });
      break;
    }
    plan(seconds * 1000);
  };
  const offKeys = runtime.onPress(() => {
    runtime.ui.setState(({ band }) => ({
      band: band && { ...band, caption: 'The tour waits for a minute after the last key.' },
    }));
    plan(PAUSE);
  });
  show();
  return () => {
    cancel();
    offKeys();
  };
}

function worstOf({ triage }: View, kind: Problem['subject']['kind']): string | undefined {
  const worst = triage.problems.find(({ subject }) => subject.kind === kind);
  return worst && told(worst);
}

function told({ title, reason }: Problem): string {
  return `${title}: ${reason}`;
}
