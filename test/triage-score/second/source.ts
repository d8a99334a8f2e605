import type { Cast } from '../../../src/simulator/cast.ts';
import type { Layout } from '../../../src/simulator/layout.ts';
import { hash, pick, unit } from '../../../src/simulator/rng.ts';
import type { Effect, Story, StoryLine } from '../../../src/simulator/story.ts';
import type { StreamTable } from '../../../src/simulator/streams.ts';
import type { Incident } from '../../world/incidents/drawn-incident.ts';
import type { IncidentSource } from '../../world/incidents/source.ts';
import { type CauseLine, journalKinds, type TrueFault } from '../../world/incidents/truth.ts';
import { layoutOf, scenarioOf } from './cluster.ts';
import { deliveryFaults } from './delivery.ts';
import { Dice, line } from './dice.ts';
import type { Made, Maker, Places } from './fault.ts';
import { mediaFaults } from './media.ts';

/*
 * A second generator of incidents, written without knowledge of the first one: another cluster, other faults, other
 * words in the journal, and audiences that change by chance. Rules were not made for it.
 */

const makers: Readonly<Record<string, Maker>> = { ...deliveryFaults, ...mediaFaults };
const calmKinds = ['calm', 'peak-hour', 'chatter', 'shows-end'] as const;
const kinds = [...Object.keys(makers), 'two-at-once', ...calmKinds];

interface World {
  readonly layout: Layout;
  readonly table: StreamTable;
}

interface Fault {
  readonly kind: string;
  readonly dice: Dice;
  readonly made: Made;
  readonly places: Places;
  readonly lines: readonly StoryLine[];
  readonly cause: CauseLine | undefined;
}

export const secondWorld: IncidentSource = { scenarioOf, layoutOf, draw };

const firstPlaces: Places = { servers: 'culprit', streams: 'hit' };
const secondPlaces: Places = { servers: 'second culprit', streams: 'second hit' };

function draw(seed: number, world: World, cast: Cast): Incident {
  const kind = kinds[(seed - 1) % kinds.length] ?? 'calm';
  const faults = makeAll(kind, seed, world);
  const beside = besides(kind, seed, world, faults);
  const story: Story = {
    effects: [...faults.flatMap(({ made }) => made.effects), ...beside.effects],
    lines: [...faults.flatMap(({ lines }) => lines), ...beside.lines],
  };
  const servers = { ...cast.servers, 'always hot': beside.hot };
  const streams = { ...cast.streams, planned: new Set(beside.planned) };
  for (const { made, places } of faults) {
    servers[places.servers] = made.servers ?? [];
    streams[places.streams] = new Set(made.streams ?? []);
  }
  return {
    story,
    cast: { servers, streams },
    truth: {
      seed,
      kind,
      faults: faults.map((one) => truthOf(one, story)),
      decoys: beside.words,
      journal: pick(journalKinds, hash(seed, 331)),
    },
  };
}

function makeAll(kind: string, seed: number, world: World): readonly Fault[] {
  if (kind !== 'two-at-once') {
    const made = makers[kind];
    return made ? [makeOne(kind, new Dice(seed, world, 0), [])] : [];
  }
  const first = makeOne(
    pick(['pool-drain', 'thin-delivery', 'edge-crash'], hash(seed, 332)),
    new Dice(seed, world, 0),
    [],
  );
  const second = pick(['certificate', 'weak-origin', 'throttle', 'edge-cpu'], hash(seed, 333));
  return [first, makeOne(second, new Dice(seed, world, 1), [first])];
}

/** @param before the faults that have their places already */
function makeOne(kind: string, dice: Dice, before: readonly Fault[]): Fault {
  const maker = makers[kind];
  if (!maker) throw new Error(`there is no fault ${kind}`);
  const places = before.length === 0 ? firstPlaces : secondPlaces;
  const made = maker(
    dice,
    places,
    before.flatMap((one) => one.made.servers ?? []),
  );
  const journal = pick(journalKinds, hash(dice.seed, 331));
  const cause = journal === 'true' ? made.cause : undefined;
  const unrelated =
    dice.servers('transcode', 1, made.servers)[0] ?? dice.servers('edge', 1, made.servers)[0] ?? 0;
  const wrong = line(
    dice.begins - dice.some(91, 5, 40),
    dice.objectOf(unrelated),
    dice.oneOf(92, [
      'Configuration of the metrics agent reloaded',
      'Package tzdata updated to 2026b',
      'Certificate renewed, valid for 90 days',
    ]),
  );
  const lines = [...(made.follows ?? []), ...(cause ? [cause] : []), ...(journal === 'false' ? [wrong] : [])];
  return { kind, dice, made, places, lines, cause: cause && textOf(cause) };
}

function truthOf({ kind, dice, made, cause }: Fault, story: Story): TrueFault {
  const begins = made.begins ?? dice.begins;
  const own = new Set<Effect>(made.effects);
  const isHit = made.extent.some((figure) => figure.endsWith('hit'));
  const isOfEdges = made.hitEdges !== undefined;
  return {
    kind,
    culprits: made.culprits,
    parts: made.parts,
    begins,
    full: begins + made.grows,
    ends: dice.ends,
    extent: made.extent,
    hit: { edges: made.hitEdges ?? [], streams: new Set(isHit && !isOfEdges ? made.streams : []) },
    cause,
    follows: (made.follows ?? []).map(textOf),
    without: { ...story, effects: story.effects.filter((effect) => !own.has(effect)) },
  };
}

function textOf({ who, message }: StoryLine): CauseLine {
  if (typeof who !== 'object' || typeof message !== 'string')
    throw new Error('a line of its own object and text');
  return { object: who.object, message };
}

interface Beside {
  readonly effects: readonly Effect[];
  readonly lines: readonly StoryLine[];
  readonly hot: readonly number[];
  readonly planned: readonly number[];
  readonly words: readonly string[];
}

/** What happens besides and is no fault: routine, a server that is always hot, chatter, shows that end. */
function besides(kind: string, seed: number, world: World, faults: readonly Fault[]): Beside {
  const dice = new Dice(seed, world, 7);
  const taken = faults.flatMap(({ made }) => made.servers ?? []);
  const always = { start: 0, end: 1_200 };
  const effects: Effect[] = [];
  const words: string[] = [];
  const lines: StoryLine[] = [
    { at: 3, who: { object: dice.manager }, message: 'License counters written', times: 40, every: 29 },
    ...dice.servers('origin', 3).map((origin, n): StoryLine => {
      return {
        at: 1 + n,
        who: { object: dice.objectOf(origin) },
        message: 'Segment written',
        times: 190,
        every: 6.2,
      };
    }),
  ];
  const hot = kind === 'chatter' || unit(seed, 334) < 0.3 ? dice.servers('transcode', 1, taken) : [];
  if (hot.length > 0) {
    effects.push({ what: 'cpu', who: 'always hot', by: 45, ...always });
    words.push(`${dice.nameOf(hot[0] ?? -1)} is always hot`);
  }
  if (kind === 'chatter' || unit(seed, 335) < 0.25) {
    const [server = -1] = dice.servers('edge', 1, taken);
    const every = dice.some(1, 0.15, 0.5);
    const times = Math.floor(1_190 / every);
    lines.push({
      at: 1,
      who: { object: dice.objectOf(server) },
      message: 'Cache probe missed',
      times,
      every,
    });
    words.push(`${dice.nameOf(server)} writes ${(1 / every).toFixed(1)} lines a second`);
  }
  const isShow = kind === 'shows-end' || unit(seed, 336) < 0.25;
  const hit = new Set(faults.flatMap(({ made }) => made.streams ?? []));
  const small = dice
    .streams((s) => !hit.has(s))
    .filter((s) => dice.audienceShare([s]) < 0.02)
    .slice(0, isShow ? 3 : 0);
  if (small.length > 0) {
    const spans = [{ start: dice.some(2, 100, 500), end: 1_200 }];
    effects.push({ what: 'outage', who: 'planned', spans, oneByOne: 120, listed: false });
    words.push(`${small.length} shows end`);
  }
  if (kind === 'peak-hour') {
    const by = 1 + dice.some(3, 0.1, 0.24);
    effects.push({ what: 'viewers', who: 'all', by, start: 60, end: 2_000, rise: dice.some(4, 420, 900) });
    words.push('a peak hour begins');
  }
  return { effects, lines, hot, planned: small, words };
}
