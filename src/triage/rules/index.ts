import type { JournalPattern } from '../memory/journal.ts';
import type { Rule } from '../rule.ts';
import { edgeDelivery } from './edge-delivery.ts';
import { groupShort } from './group-short.ts';
import { healthSide } from './health-side.ts';
import { ingestBitrate } from './ingest-bitrate.ts';
import { journalFailures } from './journal-failures.ts';
import { journalPattern, journalStorm, slowPattern } from './journal-storm.ts';
import { limitChanged } from './limit-changed.ts';
import { applicationLimits, limits, transcoders } from './limits.ts';
import { link, reconnect } from './link.ts';
import { loss } from './loss.ts';
import { manager } from './manager.ts';
import { parted } from './parted.ts';
import { restart } from './restart.ts';
import { serverGone } from './server-gone.ts';
import { serverHot } from './server-hot.ts';
import { session } from './session.ts';
import { stale } from './stale.ts';
import { streamFlap } from './stream-flap.ts';
import { streamUnhealthy } from './stream-unhealthy.ts';
import { streamZombie } from './stream-zombie.ts';
import { surge } from './surge.ts';
import { topologyDoubt } from './topology-doubt.ts';
import { totals } from './totals.ts';
import { unusualLoad } from './unusual-load.ts';

/** All rules. Rules that explain others come before them. */
export function allRules(patterns: readonly JournalPattern[]): readonly Rule[] {
  const severities = new Map(patterns.map(({ title, severity }) => [title, severity]));
  return [
    session,
    stale,
    topologyDoubt,
    manager,
    serverGone,
    loss,
    parted,
    surge,
    serverHot,
    groupShort,
    limitChanged,
    limits,
    applicationLimits,
    transcoders,
    edgeDelivery,
    streamFlap,
    streamZombie,
    ingestBitrate,
    streamUnhealthy,
    healthSide,
    link,
    reconnect,
    restart,
    unusualLoad,
    journalFailures,
    journalStorm,
    journalPattern(severities),
    slowPattern,
    totals,
  ];
}
