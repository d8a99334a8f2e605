import type { JournalPattern } from '../memory/journal.ts';
import type { Rule } from '../rule.ts';
import { sharedThresholds, type ThresholdFamilies } from '../threshold-families.ts';
import { manyThresholds } from '../together.ts';
import { applicationLimits } from './application-limits.ts';
import { climbThresholds } from './climbing.ts';
import { edgeDelivery, edgeThresholds } from './edge-delivery.ts';
import { groupShort, groupShortThresholds } from './group-short.ts';
import { badShareThresholds, healthSide } from './health-side.ts';
import { ingestBitrate, ingestSwings, ingestThresholds } from './ingest-bitrate.ts';
import { journalFailures } from './journal-failures.ts';
import { journalPattern, journalStorm, slowPattern, stormThresholds } from './journal-storm.ts';
import { limitChanged } from './limit-changed.ts';
import { limits, limitThresholds } from './limits.ts';
import { link, linkThresholds, reconnect } from './link.ts';
import { loss, lossThresholds } from './loss.ts';
import { manager, managerThresholds } from './manager.ts';
import { parted } from './parted.ts';
import { plateau } from './plateau.ts';
import { eventThresholds, restart } from './restart.ts';
import { goneThresholds, serverGone } from './server-gone.ts';
import { hotThresholds, serverHot } from './server-hot.ts';
import { loginThresholds, session } from './session.ts';
import { stale, staleThresholds } from './stale.ts';
import { flapThresholds, streamFlap } from './stream-flap.ts';
import { streamUnhealthy, unhealthyThresholds } from './stream-unhealthy.ts';
import { streamZombie, zombieThresholds } from './stream-zombie.ts';
import { surge } from './surge.ts';
import { topologyDoubt } from './topology-doubt.ts';
import { totals, totalsThresholds } from './totals.ts';
import { transcoders, transcodeThresholds } from './transcoders.ts';
import { loadThresholds, unusualLoad } from './unusual-load.ts';

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
    plateau,
    limits,
    applicationLimits,
    transcoders,
    edgeDelivery,
    streamFlap,
    streamZombie,
    ingestSwings,
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

/** All thresholds of the rules. Each is defined in the module of its rule, or in one that several rules share. */
export const thresholdFamilies: ThresholdFamilies = {
  ...hotThresholds,
  ...sharedThresholds,
  ...goneThresholds,
  ...lossThresholds,
  ...climbThresholds,
  ...loadThresholds,
  ...groupShortThresholds,
  ...managerThresholds,
  ...limitThresholds,
  ...transcodeThresholds,
  ...unhealthyThresholds,
  ...badShareThresholds,
  ...manyThresholds,
  ...flapThresholds,
  ...zombieThresholds,
  ...ingestThresholds,
  ...edgeThresholds,
  ...linkThresholds,
  ...eventThresholds,
  ...stormThresholds,
  ...staleThresholds,
  ...totalsThresholds,
  ...loginThresholds,
};
