import type { Claim } from './consumers.ts';
import type { OddCase, OddKind } from './table.ts';

/** The expected claim about the correct cluster with this one odd value, by what the API says about the field. */
export interface Expected {
  readonly claims: readonly Claim[];
  /** Something must be named as not read. */
  readonly isMarked?: true;
  /** Not everybody reads it, or gives it the same weight, so that claims may differ. */
  readonly mayDiffer?: true;
}

/** The same as without it. */
const same: Expected = { claims: ['OK'] };
/** What is judged cannot be read: nobody can say that all is well. */
const unknown: Expected = { claims: ['UNKNOWN'], isMarked: true };
/** What is judged by, too, is not read. That is named; whether it decides depends on how much it is. */
const named: Expected = { claims: ['OK', 'UNKNOWN'], isMarked: true };
/** The same of a figure that another one says to be zero. */
const stopped: Expected = { claims: ['UNKNOWN', 'WARNING'], isMarked: true };
/** The API does not say what it means. */
const either: Expected = { claims: ['OK', 'UNKNOWN'] };
/** Nobody can log in: nothing can be read, and that is a problem of its own. */
const blind: Expected = { claims: ['UNKNOWN', 'CRITICAL'], isMarked: true, mayDiffer: true };
/** The answer itself says that something is wrong, or that something is odd. */
const says = (...claims: Claim[]): Expected => ({ claims });

/*
 * Kinds after which a value is not known. Missing and unreadable are one thing to a verdict.
 */
const number: readonly OddKind[] = ['missing', 'null', 'type', 'text', 'negative', 'huge'];
/** null and the largest number mean no limit. */
const limit: readonly OddKind[] = ['missing', 'type', 'text', 'negative'];
const container: readonly OddKind[] = ['missing', 'null', 'type', 'text'];
const word: readonly OddKind[] = ['missing', 'null', 'type'];
/** An item of a list; one that is missing was never there. */
const item: readonly OddKind[] = ['null', 'type', 'text'];
/** Another word than the one that was there. */
const otherWord: readonly OddKind[] = ['text', 'negative', 'huge'];

interface Row {
  readonly path: RegExp;
  readonly kinds: readonly OddKind[];
  readonly expected: Expected;
}

const any = {
  total: '(viewers|stream|transcode)Stats|(incoming|outgoing)Traffic',
  judgedTotal: '(viewers|stream)Stats|outgoingTraffic',
  role: 'origin|edge|transcode',
  way: '(in|out)Bandwidth',
  load: 'streams|viewers',
} as const;

/** `*` is any index, `<name>` one of the alternatives above. */
const rows = (
  path: string,
  ...cases: readonly (readonly [readonly OddKind[], Expected])[]
): readonly Row[] => {
  const pattern = path
    .replaceAll('.', '\\.')
    .replaceAll('*', '\\*')
    .replaceAll(/<(\w+)>/g, (_, name) => `(${any[name as keyof typeof any]})`);
  return cases.map(([kinds, expected]) => ({ path: new RegExp(`^${pattern}$`), kinds, expected }));
};

/** The first matching row counts. A place without a row changes nothing. */
const table: readonly Row[] = [
  // Without a token nothing else can be read. No other field of the login matters.
  ...rows('login', [container, blind]),
  ...rows('login.data', [container, blind]),
  ...rows('login.data.accessToken', [[...word, 'huge'], blind]),

  ...rows('dashboard', [container, unknown]),
  ...rows('dashboard.data', [container, unknown]),
  // Its bytes are read from the counter then, which stands still in answers that are always the same.
  ...rows('dashboard.data.incomingTraffic.total', [['missing', 'null'], stopped], [container, unknown]),
  ...rows('dashboard.data.incomingTraffic.total.value', [['missing', 'null'], stopped], [number, unknown]),
  ...rows('dashboard.data.<judgedTotal>', [container, unknown]),
  ...rows('dashboard.data.<judgedTotal>.total', [container, unknown]),
  ...rows('dashboard.data.<judgedTotal>.total.value', [number, unknown]),
  ...rows('dashboard.data.incomingTraffic', [container, unknown]),
  // Transcoders are optional.
  ...rows('dashboard.data.transcodeStats', [container, named]),
  ...rows('dashboard.data.transcodeStats.total', [container, named]),
  ...rows('dashboard.data.transcodeStats.total.value', [number, named]),
  ...rows('dashboard.data.<total>.total.limit', [limit, named]),
  ...rows('dashboard.data.<total>.groups', [container, named]),
  ...rows('dashboard.data.<total>.groups.*', [item, named]),
  ...rows('dashboard.data.<total>.groups.*.name', [word, named]),
  ...rows('dashboard.data.<total>.groups.*.value', [number, named]),
  ...rows('dashboard.data.<total>.groups.*.limit', [limit, named]),
  ...rows('dashboard.data.(incoming|outgoing)Traffic.totalBytes', [number, named]),
  ...rows('dashboard.data.viewerHealthSummary', [container, unknown]),
  // Another order of the counts has another meaning.
  ...rows(
    'dashboard.data.viewerHealthSummary.(series|labels)',
    [[...container, 'duplicate'], unknown],
    [['order'], says('CRITICAL', 'OK')],
  ),
  ...rows(
    'dashboard.data.viewerHealthSummary.series.*',
    [number, unknown],
    [['duplicate'], says('CRITICAL', 'OK')],
  ),
  ...rows(
    'dashboard.data.viewerHealthSummary.labels.*',
    [word, unknown],
    // A grade that is listed twice may be either of them; an unknown word is no bad grade.
    [['duplicate'], says('CRITICAL', 'OK', 'UNKNOWN')],
    [otherWord, either],
  ),
  ...rows('dashboard.data.streamHealthSummary', [container, named]),
  ...rows('dashboard.data.streamHealthSummary.(series|labels)', [[...container, 'duplicate'], named]),
  ...rows('dashboard.data.streamHealthSummary.series.*', [number, named]),
  ...rows('dashboard.data.streamHealthSummary.labels.*', [word, named]),
  // The number of servers that a group should have. Feeds and sinks are not listed with servers.
  ...rows('dashboard.data.appGroupStats', [container, named]),
  ...rows('dashboard.data.appGroupStats.<role>', [container, named]),
  ...rows('dashboard.data.appGroupStats.<role>.groups', [container, named]),
  ...rows('dashboard.data.appGroupStats.<role>.groups.*', [item, named]),
  ...rows(
    'dashboard.data.appGroupStats.<role>.groups.*.name',
    [word, named],
    // It names a group that has no server.
    [otherWord, says('CRITICAL', 'OK')],
  ),
  ...rows(
    'dashboard.data.appGroupStats.<role>.groups.*.limit',
    [limit, named],
    [['huge'], says('WARNING', 'OK')],
  ),

  // Servers, in both answers that bring them.
  ...rows('servers', [container, unknown], [['duplicate'], either]),
  // One server or all servers are missing: that is reported about groups and the topology.
  ...rows('servers.*', [item, unknown], [['missing'], says('WARNING', 'UNKNOWN')]),
  // Two servers of one name, or a changed name, are reported as such.
  ...rows('servers.*.serverName', [['text', 'negative', 'duplicate'], says('OK', 'WARNING', 'UNKNOWN')]),
  ...rows(
    'servers.*.groupName',
    [word, unknown],
    // In another group: its own group lacks one.
    [otherWord, says('WARNING', 'CRITICAL')],
  ),
  // One of two managers is not recognised as one: a single manager is a warning.
  ...rows('servers.*.clusterManager', [number, says('UNKNOWN')]),
  ...rows('servers.*.serverStats', [container, unknown]),
  ...rows('servers.*.serverStats.(cpu|mem)Usage', [number, unknown]),
  ...rows('servers.*.serverStats.<way>', [container, unknown]),
  ...rows('servers.*.serverStats.<way>.usage', [number, unknown]),
  ...rows('servers.*.serverStats.<way>.cap', [limit, named]),
  ...rows('servers.*.applications', [container, unknown]),
  // The group may lack an edge.
  ...rows('servers.*.applications.*', [item, unknown], [['missing'], says('OK', 'UNKNOWN', 'WARNING')]),
  ...rows('servers.*.applications.*.type', [word, unknown], [otherWord, says('OK', 'WARNING')]),
  ...rows('servers.*.applications.*.<load>', [container, named]),
  ...rows('servers.*.applications.*.<load>.count', [number, named]),
  ...rows('servers.*.applications.*.<load>.cap', [limit, named]),
  ...rows('servers.*.applications.*.bandwidth', [container, named]),
  ...rows('servers.*.applications.*.bandwidth.outBandwidth', [number, named]),

  // Only the topology: the dashboard contains the servers, too. A topology that cannot be read is a warning.
  ...rows('topology', [container, says('WARNING', 'UNKNOWN')]),
  ...rows('topology.data', [container, says('WARNING', 'UNKNOWN')]),
  ...rows('topology.data.topology', [container, says('WARNING', 'UNKNOWN')]),
  ...rows('topology.data.topology.*', [container, says('OK', 'WARNING')]),
  ...rows('topology.data.mockupEnabled', [number, either]),

  // Lists.
  ...rows('(streams|applications|journal)', [container, unknown]),
  ...rows('(streams|applications|journal).data', [container, unknown]),
  ...rows('(streams|applications|journal).data.list', [container, unknown], [['duplicate'], either]),
  ...rows('(streams|applications).data.list.*', [container, unknown]),
  ...rows('journal.data.list.*', [item, unknown], [['missing'], either]),
  // A server that counts more than it lists, or that does not tell whether more follows.
  ...rows('(streams|applications|journal).data.totalItems', [['huge'], either]),
  ...rows('journal.data.list.*.(message)', [word, unknown]),
  ...rows('journal.data.list.*.(createDate)', [number, unknown]),
  // Without its own id a stream can be known by its key; two streams with one id may be one.
  ...rows('streams.data.list.*.id', [[...number, 'duplicate'], either]),
  ...rows('applications.data.list.*.id', [['duplicate', 'text', 'negative'], either]),
  ...rows('streams.data.list.*.healthScore', [number, named]),
  ...rows('streams.data.list.*.healthGrade', [word, named], [otherWord, either]),
  ...rows('streams.data.list.*.viewerCount', [number, unknown]),
  ...rows('streams.data.list.*.(state)', [word, named]),
  ...rows('streams.data.list.*.(startTime|inBandwidth|inTotalBytes)', [number, named]),
  ...rows('applications.data.list.*.(clusterType|clusterConnection)', [number, named]),
  ...rows('applications.data.list.*.clusterConnectionData', [container, named]),
  ...rows(
    'applications.data.list.*.clusterConnectionData.connectionState',
    [word, named],
    // Any word may be a state.
    [otherWord, says('OK', 'UNKNOWN', 'WARNING', 'CRITICAL')],
  ),
  ...rows('applications.data.list.*.clusterConnectionData.(startDate|latency|packetReceived|packetSend)', [
    number,
    named,
  ]),

  // A watched stream without a known ingest, and with a total that does not grow.
  ...rows('streamBatch.data.found.*.inBandwidth', [number, { ...says('OK', 'WARNING'), mayDiffer: true }]),
];

/**
 * What must be said about odd values at once: nothing that none of them alone allows, and all is well only where each
 * of them allows it.
 */
export function expectedOf(...odd: readonly OddCase[]): Expected {
  const each = odd.map(
    ({ kind, path: place }) =>
      table.find(({ path, kinds }) => kinds.includes(kind) && path.test(place))?.expected ?? same,
  );
  const isOk = each.every(({ claims }) => claims.includes('OK'));
  const claims = [...new Set(each.flatMap((one) => one.claims))].filter((claim) => claim !== 'OK' || isOk);
  return {
    claims,
    ...(each.some(({ isMarked }) => isMarked) && { isMarked: true }),
    ...(each.some(({ mayDiffer }) => mayDiffer) && { mayDiffer: true }),
  };
}
