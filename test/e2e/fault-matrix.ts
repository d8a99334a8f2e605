import type { Certificate } from '../support/gate.ts';
import type { FaultKind } from '../world/faults.ts';
import {
  expiredCertificate,
  type FaultRig,
  goodCertificate,
  strangeCertificate,
  type Way,
} from './fault-rig.ts';
import type { Sign } from './fresh.ts';

export interface FaultRow {
  readonly name: string;
  readonly way?: Way;
  begin(rig: FaultRig): void;
  end(rig: FaultRig): void | Promise<void>;
  /** The resources that are `STALE` during the fault; all others stay fresh. */
  readonly stale: readonly Sign[];
  /** Found in the freshness dialog (`!`), or on the main screen if nothing is stale. */
  readonly says: RegExp;
  /** The error is on the main screen, not in the dialog of `!`. */
  readonly inSight?: true;
  /** ms from the fault's end until everything is fresh again; one interval is 1,000. */
  readonly recovers?: number;
  /** Minimum duration of the fault in ms, for counted faults; otherwise some polls. */
  readonly lasts?: number;
  /** What the program does about it is that of another row, or tested without a terminal, too: only in `npm run test:long`. */
  readonly alike?: true;
  /** The program itself stands still, so it is checked only afterwards. */
  readonly asleep?: true;
  /** A further state that must be reached before the fault may end. */
  readonly until?: (rig: FaultRig) => boolean;
}

/** One interval, and some time for the machine that tests run on. */
export const RECOVERS = 2_500;
/** What hangs is asked anew every 2 s. */
const hanging = { recovers: 2_000 + RECOVERS };

const all: readonly Sign[] = ['dash', 'topo', 'jrnl'];
const clear = (rig: FaultRig) => rig.sim.faults.clear();
const dashboard = (kind: FaultKind) => (rig: FaultRig) => rig.set({ kind, endpoint: 'dashboard' });

/** A fault of one response affects the dashboard, so that the others can be seen to go on. */
const one = (kind: FaultKind, says: RegExp, more: Partial<FaultRow> = {}) =>
  ({ begin: dashboard(kind), end: clear, stale: ['dash'], says, ...more }) as const;
/** Nothing is stale, but something is said of all answers. */
const said = (kind: FaultKind, says: RegExp, more: Partial<FaultRow> = {}) =>
  ({ begin: (rig: FaultRig) => rig.set({ kind }), end: clear, stale: [], says, ...more }) as const;
const shows = (certificate: Certificate) => (rig: FaultRig) => rig.gate.present(certificate);
const alike = true;
/** The link, its name or its certificate fails. */
const link = { stale: all, end: (rig: FaultRig) => rig.gate.open() };
const tls = { stale: all, end: shows(goodCertificate), way: 'tls' } as const;

/** One row for each fault. */
export const faultRows: readonly FaultRow[] = [
  { name: 'connection refused', ...link, begin: (rig) => rig.gate.refuse(), says: /refuses connections/ },
  {
    name: 'link swallows everything',
    alike,
    ...hanging,
    ...link,
    begin: (rig) => rig.gate.swallow(),
    says: /did not answer in time/,
  },
  {
    name: 'black hole: one endpoint never answers',
    ...one('black-hole', /took the request, but did not answer in time/, hanging),
  },
  {
    name: 'reset in the middle',
    ...one('reset', /closed the connection before the response was complete/, { alike }),
  },
  { name: 'slow drip', ...one('slow-drip', /did not end in time/, { alike, ...hanging }) },
  {
    name: 'DNS does not know the name',
    alike,
    way: 'dns',
    stale: all,
    says: /is not known to DNS/,
    begin(rig) {
      rig.nameKnown(false);
      rig.gate.refuse();
    },
    async end(rig) {
      await rig.gate.open();
      rig.nameKnown(true);
    },
  },
  {
    name: 'certificate expired',
    alike,
    ...tls,
    begin: shows(expiredCertificate),
    says: /is not valid at this time \(expired/,
  },
  {
    name: 'certificate of an unknown authority',
    alike,
    ...tls,
    begin: shows(strangeCertificate),
    says: /signed by an authority that is not known here/,
  },
  { name: 'truncated JSON', ...one('truncated-json', /instead of JSON|not understood/, { alike }) },
  { name: 'HTML from a proxy', ...one('html', /502/, { alike }) },
  { name: 'wrong content type', ...one('wrong-content-type', /instead of JSON/, { alike }) },
  { name: 'wrong shape', ...one('wrong-shape', /is not understood: data/, { alike }) },
  {
    name: 'one bad item among good ones',
    alike,
    stale: [],
    end: clear,
    says: /1 value unreadable/,
    begin: (rig) =>
      rig.set({ kind: 'bad-item', endpoint: 'journal' }, { kind: 'bad-item', endpoint: 'topology' }),
  },
  { name: 'body without end', ...one('giant-body', /larger than \d+ MiB/, { alike }) },
  { name: '301 to elsewhere', ...one('redirect', /redirects .* to http/, { alike }) },
  { name: '401 storm', ...said('unauthorized', /401/, { stale: all, lasts: 20_000 }) },
  {
    name: 'token revoked',
    ...said('revoked-token', /Session: ok/, { alike, until: (rig) => rig.logins() === 2 }),
  },
  // The server asked for 7 s.
  { name: '429 with Retry-After', ...one('rate-limit', /429/, { alike, recovers: 7_000 + RECOVERS }) },
  {
    name: '429 without Retry-After',
    // Up to eight intervals of politeness.
    ...one('rate-limit-bare', /429/, { alike, lasts: 12_000, recovers: 8_000 + RECOVERS }),
  },
  {
    name: '500 for one endpoint only',
    alike,
    stale: ['jrnl'],
    end: clear,
    says: /500/,
    begin: (rig) => rig.set({ kind: 'error-500', endpoint: 'journal' }),
  },
  { name: 'empty topology', ...said('empty-topology', /topology/i, { alike, inSight: true }) },
  {
    name: 'cluster restarts: younger counters and ids',
    ...said('restart', /restart/i, { alike, inSight: true }),
  },
  {
    name: "server's clock an hour off",
    ...said('clock-skew', /Server clock: 3[56]\d\d\.\d s from ours/, { alike }),
  },
  {
    name: 'laptop slept',
    lasts: 7_000,
    asleep: true,
    stale: [],
    says: /Dashboard +fresh/,
    begin: ({ app }) => void process.kill(app.pty.pid, 'SIGSTOP'),
    end: ({ app }) => void process.kill(app.pty.pid, 'SIGCONT'),
  },
];
