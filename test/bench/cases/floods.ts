import { hostileServer } from '../../support/hostile-server.ts';
import { monitor, simulate } from '../support/castwatch.ts';
import { ms, pause, percentile } from '../support/numbers.ts';
import { residentMb } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

const SETTLE = 20_000;
const KEYS = 300;
const SERVERS = 1_000;
const STREAMS = 100_000;

interface Flood {
  readonly what: string;
  readonly path: RegExp;
  readonly screen: string;
  /** What the hostile server answers instead of the good response. */
  answer(honest: string): string;
}

let made = 0;
const floods: readonly Flood[] = [
  {
    what: `${SERVERS} servers, all with new names at each poll`,
    path: /\/(dashboard|topology)/,
    screen: 'servers',
    answer(honest) {
      const body = JSON.parse(honest);
      const [server] = body.data.topology;
      body.data.topology = Array.from({ length: SERVERS }, () => ({ ...server, serverName: `s-${made++}` }));
      return JSON.stringify(body);
    },
  },
  {
    what: `a list of ${STREAMS} streams, all with new ids at each page`,
    path: /\/streams\?/,
    screen: 'streams',
    answer(honest) {
      const body = JSON.parse(honest);
      for (const stream of body.data.list) {
        stream.id = `id-${made++}`;
        stream.streamKey = `key-${made}`;
      }
      body.data.pagination = { ...body.data.pagination, totalItems: STREAMS };
      return JSON.stringify(body);
    },
  },
];

/** Keys while a hostile server makes everything new, up to the first bytes that come back. */
export const floodBench: Bench = {
  name: 'floods',
  async run() {
    const rows: Row[] = [];
    for (const flood of floods) rows.push(await keysUnder(flood));
    return rows;
  },
};

async function keysUnder({ what, path, screen, answer }: Flood): Promise<Row> {
  const cluster = await simulate('--streams', '2000');
  const server = await hostileServer(
    cluster.url,
    (response, honest) => void response.end(answer(honest)),
    (asked) => path.test(asked),
  );
  const program = new Program(monitor({ ...cluster, url: server.url }, '--screen', screen), true);
  try {
    await program.sees((text) => text.includes('quit'));
    await program.unwatch();
    await pause(SETTLE);
    const took: number[] = [];
    for (let press = 0; press < KEYS; press++) {
      await pause(60 + (press % 70));
      took.push(await program.echo(press % 2 === 0 ? '7' : '2'));
    }
    const p99 = percentile(took, 0.99);
    return {
      what,
      goal: 'key p99 ≤ 100 ms',
      figure: `key p99 ${ms(p99)}, median ${ms(percentile(took, 0.5))}, ${Math.round(residentMb(program.pid))} MB`,
      met: p99 <= 100,
    };
  } finally {
    await program.end('q');
    server.close();
    await cluster.end();
  }
}
