import type { ScreenName } from '../../actions/screen-table.ts';
import type { Charset } from '../../base/charset.ts';
import type { Clock } from '../../base/clock.ts';
import type { OwnCommand } from '../../config/own-commands.ts';
import type { Notify } from '../../config/profile-schema.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import type { Fleet } from '../../session/fleet.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import type { Display, SessionFacts } from '../../ui/view.ts';
import type { AskSecret, OpenedCluster } from './switch-profile.ts';

/** What `watch` shows, and how; the same for a cluster, the demo and a replay. */
export interface WatchOptions {
  /** The cluster on the screen; of several the first. */
  readonly session: ClusterSession;
  /** Several clusters that are watched at once; `session` is that of the first. */
  readonly fleet?: Fleet<SessionFacts> | undefined;
  /**
   * Opens another cluster of the configuration; `ask` asks for a secret on the screen. Undefined if there are no
   * profiles.
   */
  readonly openProfile?: (name: string, ask: AskSecret) => Promise<OpenedCluster>;
  /** Names of the clusters that may be opened. */
  readonly profiles?: readonly string[];
  readonly facts: SessionFacts;
  readonly screen: ScreenName;
  readonly display: Display;
  readonly charset: Charset;
  /** In sentences, for a screen reader. */
  readonly aloud: boolean;
  /** The name of a theme, or `auto` for one that fits the terminal's background. */
  readonly theme: string;
  readonly mouse: boolean;
  /** How a new critical problem is notified. */
  readonly notify: Notify;
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly own?: readonly OwnCommand[];
  readonly env: NodeJS.ProcessEnv;
  /** Least time between two paints for slow links, ms. */
  readonly minInterval: number;
  /** Time of day on the screen; for a replay the recorded time. */
  readonly clock?: Clock;
  /** Started together with the screen; each returns a function that stops it. */
  readonly attach?: readonly ((runtime: Runtime) => () => void | Promise<void>)[];
  /** Runs before the process ends for any reason, after the session is closed. */
  readonly onEnd?: () => Promise<void>;
}
