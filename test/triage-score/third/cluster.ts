import { Draws } from './draws.ts';
import { plainWords, type Words } from './words.ts';

/** The cluster of a seed: servers, applications, streams, and how the API lists them. */

export type Role = 'origin' | 'transcode' | 'edge';

export interface Server {
  readonly index: number;
  readonly name: string;
  readonly host: string;
  readonly group: string;
  readonly isManager: boolean;
  /** Bytes a second; null is unlimited. Faults of capacity set it. */
  outCap: number | null;
  readonly cpu: number;
  readonly mem: number;
}

export interface App {
  readonly index: number;
  readonly server: number;
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isMono: boolean;
  /** Part of the audience that comes here, relative to the others. */
  readonly weight: number;
  viewersCap: number | null;
}

export interface Stream {
  readonly index: number;
  readonly key: string;
  /** The application that takes it in. */
  readonly app: number;
  readonly bitrate: number;
  readonly perViewer: number;
  readonly audience: number;
  readonly score: number;
  /** Seconds from the first look. */
  readonly from: number;
  readonly until: number;
  readonly renditions: readonly string[];
  /** The application that transcodes it. */
  readonly coder: number | undefined;
  /** For each serving application the part of its audience there; they add up to one. */
  readonly shares: Float64Array;
}

export interface Cluster {
  readonly seed: number;
  readonly startAt: number;
  readonly servers: readonly Server[];
  readonly apps: readonly App[];
  readonly streams: readonly Stream[];
  readonly groups: readonly string[];
  /** Indices of the applications that have viewers. */
  readonly serving: readonly number[];
  readonly wave: { readonly amplitude: number; readonly period: number; readonly phase: number };
  readonly style: Style;
  readonly limits: { viewers: number | null; outgoing: number | null; tasks: number | null };
}

/** What the document leaves open. */
export interface Style {
  readonly copies: { readonly edge: boolean; readonly transcode: boolean; readonly renditions: boolean };
  /** Whether the row of an origin counts all viewers of its stream, or only its own, which are none. */
  readonly isCountedAtOrigin: boolean;
  readonly grades: readonly { readonly label: string; readonly from: number }[];
  readonly mostRows: number;
  readonly refusesMoreRows: boolean;
  readonly refusesOrder: boolean;
  /** A group without a server is not listed in the dashboard. */
  readonly dropsDeadGroups: boolean;
  readonly historyStep: number;
  readonly linesPerSecond: number;
  /** Lists come in another order for each number; 0: in that of the cluster. */
  readonly order: number;
}

const MOST_CELLS = 5_000;

/** How the cluster of a seed is drawn otherwise: the same draws, other names or sizes. */
export interface Drawn {
  readonly words?: Words;
  /** Factor of all viewers, and of the limits. */
  readonly times?: number;
  /** `isCopied`: it is small enough to list all copies of its streams. */
  readonly style?: (style: Style, isCopied: boolean) => Style;
}

export function drawCluster(seed: number, drawn: Drawn = {}): Cluster {
  const { words = plainWords, times = 1, style = (own: Style) => own } = drawn;
  const d = new Draws(seed, 1);
  const { towns, rivers, birds } = words;
  const names = d.shuffled(d.pick([towns, rivers, birds, [...towns, ...rivers]]));
  const machines = drawServers(d, names, words);
  const { servers, apps } = drawMachines(d, machines, { words, times });
  const serving = apps.filter(({ role, isMono }) => role === 'edge' || isMono).map(({ index }) => index);
  const count = Math.min(d.whole(30, 400), Math.floor(MOST_CELLS / serving.length));
  const streams = drawStreams(d, { servers, apps, serving, count, words, times });
  const isCopied = count <= 160;
  const copies = {
    edge: isCopied && d.isIn(0.45),
    transcode: d.isIn(0.65),
    renditions: isCopied && d.isIn(0.4),
  };
  const peak = streams.reduce((sum, { audience }) => sum + audience, 0);
  const tasks = streams.reduce((sum, { renditions }) => sum + renditions.length, 0);
  return {
    seed,
    startAt: Date.UTC(2026, d.whole(0, 11), d.whole(1, 28), d.whole(0, 23), d.whole(0, 59), d.whole(0, 59)),
    servers,
    apps,
    streams,
    groups: [...new Set(servers.map(({ group }) => group))],
    serving,
    // At most about one percent a minute.
    wave: { amplitude: d.between(0.03, 0.25), period: d.between(9_000, 20_000), phase: d.between(0, 20_000) },
    style: style(
      {
        copies,
        isCountedAtOrigin: !copies.edge || d.isIn(0.5),
        grades: d.pick([
          [grade('Very Good', 85), grade('Good', 65), grade('Bad', 0)],
          [grade('Very Good', 88), grade('Good', 70), grade('Fair', 50), grade('Bad', 0)],
        ]),
        mostRows: d.pick([100, 200, 500, 1_000]),
        refusesMoreRows: d.isIn(0.5),
        refusesOrder: d.isIn(0.5),
        dropsDeadGroups: d.isIn(0.5),
        historyStep: d.pick([30, 60]),
        linesPerSecond: d.between(0.2, 3),
        order: 0,
      },
      isCopied,
    ),
    limits: {
      viewers: d.isIn(0.4) ? Math.round(3 * peak) : null,
      outgoing: null,
      tasks: tasks > 0 && d.isIn(0.5) ? Math.ceil(1.8 * tasks) : null,
    },
  };
}

const grade = (label: string, from: number) => ({ label, from });

interface Machine {
  readonly name: string;
  readonly group: string;
  readonly roles: readonly (Role | 'mono')[];
  readonly isManager: boolean;
}

/** Which servers there are, and where. */
function drawServers(d: Draws, names: readonly string[], { regions }: Words): readonly Machine[] {
  const places = d.shuffled(regions).slice(0, d.whole(2, 5));
  const ownGroups = d.isIn(0.5);
  const managers = d.whole(0, 2);
  const counts = { origin: d.whole(2, 8), transcode: d.whole(1, 6), edge: d.whole(4, 24) };
  const roles: (readonly (Role | 'mono')[])[] = [
    ...Array.from({ length: managers }, () => []),
    ...Array.from({ length: counts.origin }, () => ['origin'] as const),
    ...Array.from({ length: counts.transcode }, () => ['transcode'] as const),
    ...Array.from({ length: counts.edge }, () => ['edge'] as const),
    ...(d.isIn(0.3) ? [['mono'] as const] : []),
  ];
  const inner = { origin: 'contribution', transcode: 'encoding' } as const;
  return roles.slice(0, names.length).map((own, n): Machine => {
    const [role] = own;
    const isInner = ownGroups && (role === 'origin' || role === 'transcode');
    const region = places[n % places.length] ?? '';
    const group = isInner ? inner[role] : region;
    // Without a manager of its own the first origin is the one.
    const isManager = n < managers || (managers === 0 && n === 0);
    return { name: names[n] ?? '', group: own.length === 0 ? 'control' : group, roles: own, isManager };
  });
}

function drawMachines(
  d: Draws,
  machines: readonly Machine[],
  { words, times }: Scale,
): { servers: readonly Server[]; apps: readonly App[] } {
  const domain = d.pick(['cast.example', 'media.example', 'tv.example']);
  const hasCaps = d.isIn(0.5);
  const servers = machines.map(
    ({ name, group, isManager }, index): Server => ({
      index,
      name,
      host: d.isIn(0.5) ? `${name}.${group}.${domain}` : `${name}.${domain}`,
      group,
      isManager,
      outCap: hasCaps ? 12_500_000_000 * times : null,
      cpu: d.between(6, 22),
      mem: d.between(24, 55),
    }),
  );
  const tenants = d.shuffled(words.customers).slice(0, d.whole(3, 9));
  const sharesIds = d.isIn(0.3);
  const edgeNames = d.pick<readonly string[]>([['watch'], ['watch', 'embed'], ['play'], []]);
  const coderName = d.isIn(0.5) ? 'ladder' : undefined;
  const apps: App[] = [];
  const add = (server: number, name: string, role: Role, isMono = false) => {
    const id = sharesIds ? `app_${name}` : `app_${name}_${servers[server]?.name}`;
    const weight = d.between(0.5, 1.6);
    apps.push({ index: apps.length, server, id, name, role, isMono, weight, viewersCap: null });
  };
  let turn = 0;
  machines.forEach(({ name, roles: [role] }, index) => {
    if (role === 'mono') add(index, `${name}box`, 'origin', true);
    if (role === 'transcode') add(index, coderName ?? `${name}coder`, 'transcode');
    if (role === 'edge')
      for (const one of edgeNames.length > 0 ? edgeNames : [`${name}play`]) add(index, one, 'edge');
    if (role !== 'origin') return;
    for (let n = d.whole(1, Math.min(3, tenants.length)); n > 0; n--)
      add(index, tenants[turn++ % tenants.length] ?? '', 'origin');
  });
  return { servers, apps };
}

interface Scale {
  readonly words: Words;
  readonly times: number;
}

interface Place extends Scale {
  readonly servers: readonly Server[];
  readonly apps: readonly App[];
  readonly serving: readonly number[];
  readonly count: number;
}

function drawStreams(d: Draws, { servers, apps, serving, count, words, times }: Place): readonly Stream[] {
  const keys = d.shuffled(words.streamKeys);
  const sources = apps.filter(({ role }) => role === 'origin');
  const coders = apps.filter(({ role }) => role === 'transcode');
  const total = times * Math.exp(d.between(Math.log(2_500), Math.log(60_000)));
  const skew = d.between(0.6, 1.05);
  const ranks = Array.from({ length: count }, (_, n) => 1 / (n + 3) ** skew);
  const sum = ranks.reduce((a, b) => a + b, 0);
  const isTranscoded = d.between(0.5, 0.95);
  return ranks.map((rank, index): Stream => {
    const source = index < sources.length ? sources[index] : d.pick(sources);
    if (!source) throw new Error('no source of streams');
    const bitrate = Math.round(d.between(250_000, 900_000));
    const isLarge = index < 12;
    const renditions = d.isIn(isTranscoded) && !source.isMono ? ladderOf(d) : [];
    const home = servers[source.server]?.group;
    const weights = serving.map((app) => weightOf(apps[app], source, { d, servers, home }));
    const all = weights.reduce((a, b) => a + b, 0);
    return {
      index,
      key: keys[index] ?? '',
      app: source.index,
      bitrate,
      perViewer: Math.round(bitrate * (renditions.length > 0 ? d.between(0.5, 0.8) : 1)),
      audience: (total * rank) / sum,
      score: Math.round(d.between(90, 99)),
      from: !isLarge && d.isIn(0.08) ? d.whole(30, 1_300) : -d.whole(600, 200_000),
      until: !isLarge && d.isIn(0.08) ? d.whole(30, 1_700) : 100_000,
      renditions,
      coder: renditions.length > 0 ? d.pick(coders).index : undefined,
      shares: Float64Array.from(weights, (weight) => weight / all),
    };
  });
}

const ladderOf = (d: Draws): readonly string[] => ['1080p', '720p', '480p', '240p'].slice(d.whole(0, 2));

/** Viewers come to the edges near them; streams of a MONO server are only there. */
function weightOf(
  app: App | undefined,
  source: App,
  { d, servers, home }: { d: Draws; servers: readonly Server[]; home: string | undefined },
): number {
  if (!app) return 0;
  if (source.isMono || app.isMono) return source.index === app.index ? 1 : 0;
  const near = servers[app.server]?.group === home ? 1.6 : 1;
  return app.weight * near * d.between(0.7, 1.3);
}
