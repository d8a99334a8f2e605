import type { CommandId } from '../../actions/commands.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { count, counted, rate } from '../../base/format.ts';
import type { Problem } from '../../triage/problem.ts';
import { notYetKnown } from '../../views/problems/all-clear.ts';
import { problemInFull } from '../../views/problems/words.ts';
import { hottestFirst } from '../../views/servers/list.ts';
import { sortByHeat } from '../../views/servers/load.ts';
import { serverId } from '../../views/servers/outline.ts';
import { bandRows } from '../chrome/band.ts';
import { listStart } from '../primitives/list.ts';
import type { View } from '../view.ts';
import type { Runtime } from './runtime.ts';

/** A screen of the tour. `patch` and `command` prepare it; undefined if it has nothing to show at the moment. */
interface Stop {
  readonly screen: ScreenName;
  readonly title: string;
  readonly story: (view: View) => string | undefined;
  /** Patches the screen's slice, so that it shows the right part. */
  readonly patch?: (view: View) => object;
  readonly command?: CommandId;
  /** Show the name of the program in large letters over the screen. */
  readonly card?: true;
  /** Show the signal path in large digits above the screen. */
  readonly path?: true;
}

/** How long the tour waits after the last key, ms. */
const PAUSE_MS = MINUTE_MS;
/** How often it looks for the first answer of the cluster, ms. */
const UNTIL_DATA_MS = 1_000;
/** Reading a title takes less time than reading a screen. */
const CARD_MS = 4_000;

const tour: readonly Stop[] = [
  {
    screen: 'overview',
    title: 'castwatch',
    story: () => 'A live monitor, in the terminal, for clusters of media-streaming servers.',
    card: true,
  },
  {
    screen: 'overview',
    title: 'The whole cluster',
    story: ({ state, display }) => {
      const { viewersStats, streamStats, outgoingTraffic } = state.dashboard.value ?? {};
      const out = rate(outgoingTraffic?.total?.value, display.units);
      return `${counted(state.servers.length, 'server')} carry ${counted(streamStats?.total?.value, 'stream')} to ${counted(viewersStats?.total?.value, 'viewer')}: ${out} outgoing.`;
    },
    path: true,
  },
  {
    screen: 'problems',
    title: 'What is wrong',
    story: ({ triage }) => (triage.problems[0] ? problemInFull(triage.problems[0]) : undefined),
    patch: () => ({ part: 'standing', filter: '', standing: listStart }),
  },
  {
    screen: 'servers',
    title: 'Every server',
    story: (view) => worstOf(view, 'server') ?? `Every server with its load${clearWords(view)}.`,
    patch: ({ state }) => {
      const worst = sortByHeat(state.servers)[0];
      const position = { ...listStart, selectedId: worst && serverId(worst.name) };
      return { mode: 'map', sort: hottestFirst, filter: '', opened: undefined, position };
    },
  },
  {
    screen: 'overview',
    title: 'Back in time',
    story: ({ triage }) => triage.problems[0] && 'The start of the problem, on the bar below.',
    command: 'time.previousProblem',
  },
  {
    screen: 'streams',
    title: 'Streams',
    story: (view) => worstOf(view, 'stream') ?? `Every stream with its health${clearWords(view)}.`,
  },
  {
    screen: 'journal',
    title: 'Journal',
    story: ({ state }) => `What the servers log, live: ${count(state.journal.totalItems)} entries.`,
  },
  {
    screen: 'applications',
    title: 'Applications',
    story: (view) => worstOf(view, 'application') ?? 'Where streams come in, are transcoded and go out.',
  },
];

/** A new screen every `seconds`, until the returned function is called. A key press stops it for a minute. */
export function startKiosk(runtime: Runtime, seconds: number): () => void {
  const { clock } = runtime.services;
  let next = 0;
  let cancel = () => {};
  const plan = (ms: number) => {
    cancel();
    cancel = clock.after(ms, show);
  };
  const show = () => {
    const view = runtime.view;
    let shownFor = seconds * 1000;
    for (let tries = 0; tries < tour.length; tries++) {
      const stop = tour[next];
      if (stop && !stop.card && view.state.dashboard.value === undefined) {
        // Before the first answer there is nothing to tell.
        plan(UNTIL_DATA_MS);
        return;
      }
      next = (next + 1) % tour.length;
      const story = stop?.story(view);
      if (!stop || story === undefined) continue;
      // What the program is interests guests of a demo; a control room knows it.
      if (stop.card && !view.facts.demo) continue;
      // Closes dialogs and resumes a frozen screen, so that nothing accumulates over days.
      runtime.hold(undefined);
      runtime.goToList(stop.screen);
      if (stop.patch) runtime.goTo(stop.screen, stop.patch(view));
      if (stop.command) runtime.run(stop.command);
      if (stop.card) shownFor = Math.min(CARD_MS, shownFor);
      const band = { title: stop.title, caption: story, card: stop.card === true, path: stop.path === true };
      // No notice where the band shows the text already, or where the seek bar needs the row.
      const isSaid = bandRows(band, runtime.size) > 0 || stop.command;
      const words = {
        text: `${stop.title}: ${story}`,
        tone: 'info',
        until: clock.monotonic() + shownFor,
      } as const;
      runtime.ui.setState({ band, notice: isSaid ? undefined : words, dialogs: [], back: [] });
      break;
    }
    plan(shownFor);
  };
  const offKeys = runtime.onPress(() => {
    runtime.ui.setState(({ band }) => ({
      band: band && { ...band, card: false, caption: 'The tour waits for a minute after the last key.' },
    }));
    plan(PAUSE_MS);
  });
  show();
  return () => {
    cancel();
    offKeys();
  };
}

function clearWords({ state, triage, now }: View): string {
  return notYetKnown(state, triage, now) ? '' : '; none has a problem';
}

function worstOf({ triage }: View, kind: Problem['subject']['kind']): string | undefined {
  const worst = triage.problems.find(({ subject }) => subject.kind === kind);
  return worst && problemInFull(worst);
}
