import type { Claim } from './consumers.ts';
import type { OddCase, OddKind } from './table.ts';

/** The expected claim about the correct cluster with this one odd value, by what the API says about the field. */
export interface Expected {
  readonly claims: readonly Claim[];
  /** Something must be named as not read. */
  readonly isMarked?: true;
}

/** The same as without it. */
const same: Expected = { claims: ['OK'] };
/** A judged figure cannot be read: nobody can say that all is well. */
const unknown: Expected = { claims: ['UNKNOWN'], isMarked: true };
/** A judged figure is absent. That is named; whether it decides depends on the other figures. */
const named: Expected = { claims: ['OK', 'UNKNOWN'], isMarked: true };
/** The same of a figure that another one says to be zero. */
const stopped: Expected = { claims: [...named.claims, 'WARNING'] };
/** The API does not say what it means. */
const either: Expected = { claims: ['OK', 'UNKNOWN'] };
/** Nobody can log in: nothing can be read, and that is a problem of its own. */
const blind: Expected = { claims: ['UNKNOWN', 'CRITICAL'], isMarked: true };
/** The answer itself says that something is wrong, or that something is odd. */
const says = (...claims: Claim[]): Expected => ({ claims });

const absent: readonly OddKind[] = ['missing', 'null'];
/** For a number: larger than any amount counts as unreadable, too. */
const noNumber: readonly OddKind[] = ['type', 'text', 'negative', 'huge'];
/** For a limit, whose largest number means none. */
const noLimit: readonly OddKind[] = ['type', 'text', 'negative'];
/** For a list or an object. */
const noContainer: readonly OddKind[] = ['type', 'text'];
const noText: readonly OddKind[] = ['type'];

interface Row {
  readonly path: RegExp;
  readonly kinds?: readonly OddKind[];
  readonly scope?: OddCase['scope'];
  readonly expected: Expected;
}

const measure = '(viewersStats|streamStats|incomingTraffic|outgoingTraffic|transcodeStats)';
const path = (text: string) =>
  new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '\\*').replaceAll('#', '.*')}$`);
const measured = (rest: string) =>
  new RegExp(`${path(`dashboard.data.`).source.slice(0, -1)}${measure}${path(rest).source.slice(1)}`);
const rows = (
  where: RegExp,
  ...expected: readonly (readonly [readonly OddKind[], Expected])[]
): readonly Row[] => expected.map(([kinds, each]) => ({ path: where, kinds, expected: each }));

/** The first matching row counts. A place without a row changes nothing. */
const table: readonly Row[] = [
  // Without a token nothing else can be read. No other field of the login matters.
  ...rows(/^login(\.data)?$/, [[...absent, ...noContainer], blind]),
  ...rows(path('login.data.accessToken'), [[...absent, ...noText, 'huge'], blind]),

  // The dashboard: totals, groups and grades.
  ...rows(/^dashboard(\.data)?$/, [[...absent, ...noContainer], unknown]),
  ...rows(measured(''), [absent, named], [noContainer, unknown]),
  // Its bytes are read from the counter then, which stands still in answers that are always the same.
  ...rows(/^dashboard\.data\.incomingTraffic\.total(\.value)?$/, [absent, stopped]),
  ...rows(measured('.total'), [absent, named], [noContainer, unknown]),
  ...rows(measured('.total.value'), [absent, named], [noNumber, unknown]),
  ...rows(measured('.total.limit'), [noLimit, unknown]),
  ...rows(measured('.groups'), [absent, either], [noContainer, unknown]),
  ...rows(measured('.groups.*'), [['null', ...noContainer], unknown], [['missing'], either]),
  ...rows(measured('.groups.*.name'), [[...absent, ...noText], unknown]),
  ...rows(measured('.groups.*.value'), [absent, named], [noNumber, unknown]),
  ...rows(measured('.groups.*.limit'), [noLimit, unknown]),
  ...rows(path('dashboard.data.viewerHealthSummary'), [absent, named], [noContainer, unknown]),
  ...rows(
    path('dashboard.data.viewerHealthSummary.series'),
    [absent, named],
    [['duplicate', ...noContainer], unknown],
    // Another order of the counts has another meaning.
    [['order'], says('CRITICAL', 'OK')],
  ),
  ...rows(
    path('dashboard.data.viewerHealthSummary.labels'),
    [[...absent, ...noContainer, 'duplicate'], unknown],
    [['order'], says('CRITICAL', 'OK')],
  ),
  ...rows(
    path('dashboard.data.viewerHealthSummary.series.*'),
    [absent, named],
    [noNumber, unknown],
    [['duplicate'], says('CRITICAL', 'OK')],
  ),
  ...rows(
    path('dashboard.data.viewerHealthSummary.labels.*'),
    [[...absent, ...noText], unknown],
    // A grade that is listed twice may be either of them; an unknown word is no bad grade.
    [['duplicate'], says('CRITICAL', 'OK', 'UNKNOWN')],
    [['text', 'negative', 'huge'], either],
  ),
  // The number of servers that a group should have. Feeds and sinks are not listed with servers.
  ...rows(/^dashboard\.data\.appGroupStats$/, [absent, either], [noContainer, unknown]),
  ...rows(
    /^dashboard\.data\.appGroupStats\.(origin|edge|transcode)(\.groups)?$/,
    [absent, either],
    [noContainer, unknown],
  ),
  ...rows(
    /^dashboard\.data\.appGroupStats\.(origin|edge|transcode)\.groups\.\*$/,
    [['null', ...noContainer], unknown],
    [['missing'], either],
  ),
  ...rows(
    /^dashboard\.data\.appGroupStats\.(origin|edge|transcode)\.groups\.\*\.name$/,
    [[...absent, ...noText], unknown],
    // It names a group that has no server.
    [['text', 'negative', 'huge'], says('CRITICAL', 'OK')],
  ),
  ...rows(
    /^dashboard\.data\.appGroupStats\.(origin|edge|transcode)\.groups\.\*\.limit$/,
    [noLimit, unknown],
    [['huge'], says('WARNING', 'OK')],
  ),

  // Servers, in both answers that bring them.
  ...rows(path('servers'), [[...absent, ...noContainer], unknown], [['duplicate'], either]),
  ...rows(
    path('servers.*'),
    [['null', ...noContainer], unknown],
    // One server or all servers are missing: that is reported about groups and the topology.
    [['missing'], says('WARNING', 'UNKNOWN')],
  ),
  // Two servers of one name, or a changed name, are reported as such.
  ...rows(path('servers.*.serverName'), [
    ['text', 'negative', 'duplicate'],
    says('OK', 'WARNING', 'UNKNOWN'),
  ]),
  ...rows(
    path('servers.*.groupName'),
    [noText, unknown],
    // A server may be in no group or in another one: then its own group lacks one.
    [absent, says('OK', 'UNKNOWN', 'WARNING')],
    [['text', 'negative', 'huge'], says('WARNING', 'CRITICAL')],
  ),
  ...rows(
    path('servers.*.clusterManager'),
    // One of two managers is not recognised as one: a single manager is a warning.
    [absent, says('OK', 'UNKNOWN', 'WARNING')],
    [noNumber, unknown],
  ),
  ...rows(path('servers.*.serverStats'), [absent, named], [noContainer, unknown]),
  ...rows(path('servers.*.serverStats.cpuUsage'), [absent, named], [noNumber, unknown]),
  ...rows(path('servers.*.serverStats.memUsage'), [absent, named], [noNumber, unknown]),
  ...rows(/^servers\.\*\.serverStats\.(in|out)Bandwidth$/, [absent, either], [noContainer, unknown]),
  ...rows(/^servers\.\*\.serverStats\.(in|out)Bandwidth\.usage$/, [absent, named], [noNumber, unknown]),
  ...rows(/^servers\.\*\.serverStats\.(in|out)Bandwidth\.cap$/, [noLimit, unknown]),
  ...rows(path('servers.*.applications'), [absent, named], [noContainer, unknown]),
  ...rows(
    path('servers.*.applications.*'),
    [['null', ...noContainer], unknown],
    [['missing'], says('OK', 'UNKNOWN', 'WARNING')],
  ),
  ...rows(
    path('servers.*.applications.*.type'),
    [absent, either],
    [noText, unknown],
    // Another type: the group lacks an edge.
    [['text', 'negative', 'huge'], says('OK', 'WARNING')],
  ),
  ...rows(/^servers\.\*\.applications\.\*\.(streams|viewers)$/, [noContainer, unknown]),
  ...rows(/^servers\.\*\.applications\.\*\.(streams|viewers)\.count$/, [noNumber, unknown]),
  ...rows(/^servers\.\*\.applications\.\*\.(streams|viewers)\.cap$/, [noLimit, unknown]),

  // Only the topology: the dashboard contains the servers, too. A topology that cannot be read is a warning.
  ...rows(/^topology(\.data(\.topology)?)?$/, [[...absent, ...noContainer], says('WARNING', 'UNKNOWN')]),
  ...rows(path('topology.data.topology.*'), [[...absent, ...noContainer], says('OK', 'WARNING')]),
  ...rows(path('topology.data.mockupEnabled'), [noNumber, either]),

  // Lists.
  ...rows(/^(streams|applications|journal)(\.data(\.list)?)?$/, [[...absent, ...noContainer], unknown]),
  ...rows(/^(streams|applications)\.data\.list\.\*$/, [[...absent, ...noContainer], unknown]),
  ...rows(/^(streams|applications|journal)\.data\.list$/, [['duplicate'], either]),
  // A server that counts more than it lists, or that does not tell whether more follows.
  ...rows(/^(streams|applications|journal)\.data\.totalItems$/, [['huge'], either]),
  ...rows(path('journal.data.list.*'), [['missing'], either], [['null', ...noContainer], unknown]),
  ...rows(path('journal.data.list.*.message'), [noText, unknown], [absent, either]),
  ...rows(path('journal.data.list.*.createDate'), [noNumber, unknown], [absent, either]),
  // Without its own id a stream can be known by its key; two streams with one id may be one.
  ...rows(path('streams.data.list.*.id'), [
    [...absent, ...noText, 'huge', 'duplicate', 'text', 'negative'],
    either,
  ]),
  ...rows(path('applications.data.list.*.id'), [['duplicate', 'text', 'negative'], either]),
  ...rows(path('streams.data.list.*.healthScore'), [absent, either], [noNumber, unknown]),
  ...rows(
    path('streams.data.list.*.healthGrade'),
    [absent, either],
    [noText, either],
    [['text', 'negative', 'huge'], either],
  ),
  ...rows(/^streams\.data\.list\.\*\.(viewerCount|inBandwidth)$/, [absent, either], [noNumber, unknown]),
  ...rows(path('applications.data.list.*.clusterConnection'), [noNumber, unknown], [absent, either]),
  ...rows(path('applications.data.list.*.clusterConnectionData'), [noContainer, unknown], [absent, either]),
  ...rows(
    /^applications\.data\.list\.\*\.clusterConnectionData\.(connectionState)$/,
    [noText, unknown],
    // Any word may be a state.
    [['text', 'negative', 'huge', ...absent], says('OK', 'UNKNOWN', 'WARNING', 'CRITICAL')],
  ),
  ...rows(
    path('applications.data.list.*.clusterConnectionData.latency'),
    [noNumber, unknown],
    [absent, either],
  ),
  ...rows(/^applications\.data\.list\.\*\.clusterConnectionData\.(startDate|packetReceived|packetSend)$/, [
    noNumber,
    either,
  ]),

  // A watched stream without a known ingest, and with a total that does not grow.
  ...rows(path('streamBatch.data.found.*.inBandwidth'), [[...absent, ...noNumber], says('OK', 'WARNING')]),
];

export function expectedOf(odd: OddCase): Expected {
  const row = table.find(
    ({ path: where, kinds, scope }) =>
      where.test(odd.path) && (!kinds || kinds.includes(odd.kind)) && (!scope || scope === odd.scope),
  );
  return row?.expected ?? same;
}
