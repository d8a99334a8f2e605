import { truth as cpuClimb } from './cpu-climb.ts';
import { truth as ingestDecay } from './ingest-decay.ts';
import { truth as journalFlood } from './journal-flood.ts';
import { truth as licenseLimit } from './license-limit.ts';
import { truth as originCrash } from './origin-crash.ts';
import { truth as partialRecovery } from './partial-recovery.ts';
import { truth as publisherFlap } from './publisher-flap.ts';
import { truth as regionLoss } from './region-loss.ts';
import { truth as topologyFails } from './topology-fails.ts';
import { truth as transcodeLimit } from './transcode-limit.ts';
import type { Truth } from './truth.ts';
import { truth as viewerSurge } from './viewer-surge.ts';

/** One cause each; every scenario with incidents of its own has its truth. */
export const truths: readonly Truth[] = [
  cpuClimb,
  ingestDecay,
  journalFlood,
  licenseLimit,
  originCrash,
  partialRecovery,
  publisherFlap,
  regionLoss,
  topologyFails,
  transcodeLimit,
  viewerSurge,
];
