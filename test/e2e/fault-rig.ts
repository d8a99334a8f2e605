import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixture } from '../http/support.ts';
import { type Certificate, openGate } from '../support/gate.ts';
import type { FaultSpec } from '../world/faults.ts';
import { startSimulator } from '../world/start.ts';
import { launch } from './driver.ts';
import { access } from './program.ts';

const key = fixture('key.pem');
export const goodCertificate: Certificate = { cert: fixture('localhost.pem'), key };
export const expiredCertificate: Certificate = { cert: fixture('expired.pem'), key };
export const strangeCertificate: Certificate = { cert: fixture('stranger.pem'), key };

/** How the program reaches the cluster. */
export type Way = 'plain' | 'dns' | 'tls';

/** A simulated cluster, a gate in front of it, and the real program that watches it through the gate. */
export type FaultRig = Awaited<ReturnType<typeof openRig>>;

/** Poll intervals are half as long as usual with `--interval 1`: the dashboard and the journal come every second. */
export async function openRig(way: Way) {
  const sim = await startSimulator({ seed: 7, journalRate: 2 });
  const gate = await openGate(sim.url, way === 'tls' ? goodCertificate : undefined);
  const url = {
    plain: `http://127.0.0.1:${gate.port}`,
    dns: `http://cluster.invalid:${gate.port}`,
    tls: `https://localhost:${gate.port}`,
  }[way];
  const words = { plain: '', dns: ' --allow-http', tls: ' --ca-file authorities.pem' }[way];
  const app = launch({
    args: [...access({ ...sim, url }).args, ...`--interval 1${words}`.split(' ')],
    columns: 160,
    prepare: (home) => {
      writeFileSync(join(home, 'name'), '');
      writeFileSync(join(home, 'authorities.pem'), goodCertificate.cert + expiredCertificate.cert);
      const hook = pathToFileURL(join(import.meta.dirname, '../support/flaky-dns.ts')).href;
      return {
        CASTWATCH_PASSWORD: sim.password,
        ...(way === 'dns' ? { FLAKY_DNS: join(home, 'name'), NODE_OPTIONS: `--import=${hook}` } : {}),
      };
    },
  });
  const nameFile = join(app.home, 'name');
  return {
    sim,
    gate,
    app,
    set: (...faults: readonly FaultSpec[]) => sim.faults.set(...faults),
    /** Whether the name of the cluster is known to DNS. */
    nameKnown(known: boolean) {
      if (known) writeFileSync(nameFile, '');
      else rmSync(nameFile);
    },
    logins: () => sim.requests.filter((request) => request.path.endsWith('/api/auth/login')).length,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      gate.close();
      await sim.close();
    },
  };
}
