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

/** One row for each fault. Faults of one response affect the dashboard, so that the others can be seen to go on. */
export const faultRows: readonly FaultRow[] = [
  {
    name: 'connection refused',
    begin: (rig) => rig.gate.refuse(),
    end: (rig) => rig.gate.open(),
    stale: all,
    says: /refuses connections/,
  },
  {
    name: 'link swallows everything',
    alike: true,
    ...hanging,
    begin: (rig) => rig.gate.swallow(),
    end: (rig) => rig.gate.open(),
    stale: all,
    says: /did not answer in time/,
  },
  {
    name: 'black hole: one endpoint never answers',
    ...hanging,
    begin: dashboard('black-hole'),
    end: clear,
    stale: ['dash'],
    says: /took the request, but did not answer in time/,
  },
  {
    name: 'reset in the middle',
    alike: true,
    begin: dashboard('reset'),
    end: clear,
    stale: ['dash'],
    says: /closed the connection before the response was complete/,
  },
  {
    name: 'slow drip',
    alike: true,
    ...hanging,
    begin: dashboard('slow-drip'),
    end: clear,
    stale: ['dash'],
    says: /did not end in time/,
  },
  {
    name: 'DNS does not know the name',
    alike: true,
    way: 'dns',
    begin(rig) {
      rig.nameKnown(false);
      rig.gate.refuse();
    },
    async end(rig) {
      await rig.gate.open();
      rig.nameKnown(true);
    },
    stale: all,
    says: /is not known to DNS/,
  },
  {
    name: 'certificate expired',
    way: 'tls',
    begin: (rig) => rig.gate.present(expiredCertificate),
    end: (rig) => rig.gate.present(goodCertificate),
    stale: all,
    says: /is not valid at this time \(expired/,
  },
  {
    name: 'certificate of an unknown authority',
    alike: true,
    way: 'tls',
    begin: (rig) => rig.gate.present(strangeCertificate),
    end: (rig) => rig.gate.present(goodCertificate),
    stale: all,
    says: /signed by an authority that is not known here/,
  },
  {
    name: 'truncated JSON',
    alike: true,
    begin: dashboard('truncated-json'),
    end: clear,
    stale: ['dash'],
    says: /instead of JSON|not understood/,
  },
  { name: 'HTML from a proxy', begin: dashboard('html'), end: clear, stale: ['dash'], says: /502/ },
  {
    name: 'wrong content type',
    alike: true,
    begin: dashboard('wrong-content-type'),
    end: clear,
    stale: ['dash'],
    says: /instead of JSON/,
  },
  {
    name: 'wrong shape',
    alike: true,
    begin: dashboard('wrong-shape'),
    end: clear,
    stale: ['dash'],
    says: /is not understood: data/,
  },
  {
    name: 'one bad item among good ones',
    alike: true,
    begin: (rig) =>
      rig.set({ kind: 'bad-item', endpoint: 'journal' }, { kind: 'bad-item', endpoint: 'topology' }),
    end: clear,
    stale: [],
    says: /1 value unreadable/,
  },
  {
    name: 'body without end',
    begin: dashboard('giant-body'),
    end: clear,
    stale: ['dash'],
    says: /larger than \d+ MiB/,
  },
  {
    name: '301 to elsewhere',
    alike: true,
    begin: dashboard('redirect'),
    end: clear,
    stale: ['dash'],
    says: /redirects .* to http/,
  },
  {
    name: '401 storm',
    lasts: 20_000,
    begin: (rig) => rig.set({ kind: 'unauthorized' }),
    end: clear,
    stale: all,
    says: /401/,
  },
  {
    name: 'token revoked',
    alike: true,
    begin: (rig) => rig.set({ kind: 'revoked-token' }),
    end: clear,
    stale: [],
    says: /Session: ok/,
    until: (rig) => rig.logins() === 2,
  },
  {
    name: '429 with Retry-After',
    begin: dashboard('rate-limit'),
    end: clear,
    stale: ['dash'],
    says: /429/,
    // The server asked for 7 s.
    recovers: 7_000 + RECOVERS,
  },
  {
    name: '429 without Retry-After',
    alike: true,
    lasts: 12_000,
    begin: dashboard('rate-limit-bare'),
    end: clear,
    stale: ['dash'],
    says: /429/,
    // Up to eight intervals of politeness.
    recovers: 8_000 + RECOVERS,
  },
  {
    name: '500 for one endpoint only',
    alike: true,
    begin: (rig) => rig.set({ kind: 'error-500', endpoint: 'journal' }),
    end: clear,
    stale: ['jrnl'],
    says: /500/,
  },
  {
    name: 'empty topology',
    begin: (rig) => rig.set({ kind: 'empty-topology' }),
    end: clear,
    stale: [],
    says: /topology/i,
    inSight: true,
  },
  {
    name: 'cluster restarts: younger counters and ids',
    begin: (rig) => rig.set({ kind: 'restart' }),
    end: clear,
    stale: [],
    says: /restart/i,
    inSight: true,
  },
  {
    name: "server's clock an hour off",
    alike: true,
    begin: (rig) => rig.set({ kind: 'clock-skew' }),
    end: clear,
    stale: [],
    says: /Server clock: 3[56]\d\d\.\d s from ours/,
  },
  {
    name: 'laptop slept',
    lasts: 7_000,
    asleep: true,
    begin(rig) {
      process.kill(rig.app.pty.pid, 'SIGSTOP');
    },
    end(rig) {
      process.kill(rig.app.pty.pid, 'SIGCONT');
    },
    stale: [],
    says: /Dashboard +fresh/,
  },
];
