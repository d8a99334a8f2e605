import type { Cast } from '../../../src/simulator/cast.ts';
import type { Layout } from '../../../src/simulator/layout.ts';
import type { Story, StoryLine } from '../../../src/simulator/story.ts';
import type { StreamTable } from '../../../src/simulator/streams.ts';
import { type Builder, type BuiltFault, line, type Roles } from './built-fault.ts';
import { decoysOf } from './decoys.ts';
import { cliff, clockSkew, drain, emptySessions, fullEdge, hotEdge, linkFlap } from './delivery-faults.ts';
import { Draw } from './draw.ts';
import { encoderRollOut, publishersLost, renditionsLost, throttledTranscoder } from './ingest-faults.ts';
import { halfRecovery, limitCut, memoryLeak, partition, restart } from './server-faults.ts';
import {
  type CauseLine,
  type FaultKind,
  faultKinds,
  type IncidentKind,
  type IncidentTruth,
  incidentKind,
  type TrueFault,
} from './truth.ts';
import { gradualLoss, surge } from './whole-faults.ts';

const builders: Readonly<Record<FaultKind, Builder>> = {
  drain,
  cliff,
  'publishers-lost': publishersLost,
  'renditions-lost': renditionsLost,
  'throttled-transcoder': throttledTranscoder,
  'hot-edge': hotEdge,
  'full-edge': fullEdge,
  'link-flap': linkFlap,
  partition,
  'limit-cut': limitCut,
  'empty-sessions': emptySessions,
  'encoder-roll-out': encoderRollOut,
  'clock-skew': clockSkew,
  'half-recovery': halfRecovery,
  restart,
  'memory-leak': memoryLeak,
  'gradual-loss': gradualLoss,
  surge,
};

/**
 * Pairs of faults for an incident with two. They are in different places, so that each has an extent of its own.
 */
const firstOfTwo: readonly FaultKind[] = ['drain', 'cliff', 'hot-edge', 'link-flap', 'empty-sessions'];
const ofStreams = ['publishers-lost', 'throttled-transcoder', 'renditions-lost', 'encoder-roll-out'] as const;
const secondOfTwo: readonly FaultKind[] = [...ofStreams, 'half-recovery'];

/** An incident: what the world needs, and the truth about it. */
export interface Incident {
  readonly story: Story;
  readonly cast: Pick<Cast, 'servers' | 'streams'>;
  readonly truth: IncidentTruth;
}

interface Fault {
  readonly kind: FaultKind;
  readonly draw: Draw;
  readonly built: BuiltFault;
  readonly lines: readonly StoryLine[];
  readonly cause: CauseLine | undefined;
}

/** Draws the incident of a seed for a cluster. `cast` has the other parts. */
export function drawIncident(
  seed: number,
  world: { readonly layout: Layout; readonly table: StreamTable },
  cast: Cast,
): Incident {
  const kind = incidentKind(seed);
  const first = new Draw(seed, world);
  const faults: Fault[] = [];
  for (const [nth, one] of kindsOf(kind, first).entries()) {
    const fault = drawFault(one, nth === 0 ? first : new Draw(seed, world, nth), faults);
    if (fault) faults.push(fault);
  }
  const hit = {
    servers: new Set(faults.flatMap(({ built }) => built.servers)),
    streams: new Set(faults.flatMap(({ built }) => built.streams)),
  };
  const decoys = decoysOf(first, hit, kind);
  const skew = faults.find(({ built }) => built.skew)?.built.skew;
  const storyOf = (list: readonly Fault[]): Story => ({
    effects: [...list.flatMap(({ built }) => built.effects), ...decoys.flatMap(({ effects }) => effects)],
    lines: [...list.flatMap(({ lines }) => lines), ...decoys.flatMap(({ lines }) => lines)],
    ...(skew ? { skew } : {}),
  });
  const [a, b] = faults.map(({ built }) => built);
  return {
    story: storyOf(faults),
    cast: {
      servers: {
        ...cast.servers,
        culprit: a?.servers ?? [],
        'second culprit': b?.servers ?? [],
        'always hot': decoys.flatMap(({ servers = [] }) => servers),
      },
      streams: {
        ...cast.streams,
        hit: new Set(a?.streams),
        'still hit': new Set(a?.still),
        'second hit': new Set(b?.streams),
        'second still hit': new Set(b?.still),
        planned: new Set(decoys.flatMap(({ streams = [] }) => streams)),
      },
    },
    truth: {
      seed,
      kind,
      faults: faults.map((fault) => trueFault(fault, storyOf(faults.filter((one) => one !== fault)))),
      decoys: decoys.map(({ name }) => name),
      journal: first.journal,
    },
  };
}

function kindsOf(kind: IncidentKind, draw: Draw): readonly FaultKind[] {
  if (kind === 'two-at-once') return [draw.pick(50, firstOfTwo), draw.pick(51, secondOfTwo)];
  return faultKinds.filter((one) => one === kind);
}

function drawFault(kind: FaultKind, draw: Draw, before: readonly Fault[]): Fault | undefined {
  const second = before.length > 0;
  const roles: Roles = {
    servers: second ? 'second culprit' : 'culprit',
    streams: second ? 'second hit' : 'hit',
    still: second ? 'second still hit' : 'still hit',
    taken: new Set(before.flatMap(({ built }) => built.servers)),
  };
  const built = builders[kind](draw, roles);
  if (!built) return undefined;
  const cause =
    draw.journal === 'true' ? { object: built.causedBy, message: draw.pick(52, built.causes) } : undefined;
  const at = draw.begins - draw.between(53, 0.5, 15);
  const lines = [...built.lines, ...(cause ? [line(at, cause.object, cause.message)] : [])];
  return { kind, draw, built, lines, cause };
}

function trueFault({ kind, draw, built, cause }: Fault, without: Story): TrueFault {
  const { culprits, parts, full, extent, hit } = built;
  const follows = built.lines.flatMap(({ who, message }) =>
    typeof who === 'object' && typeof message === 'string' ? [{ object: who.object, message }] : [],
  );
  const { ends } = draw;
  const begins = built.shows ?? draw.begins;
  return { kind, culprits, parts, begins, full, ends, extent, hit, cause, follows, without };
}
