import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { openFleet } from '../../src/session/fleet.ts';
import { type FleetRow, fleetRows } from '../../src/views/fleet/member.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { startSimulator } from '../world/start.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../http/fixtures/${name}`, import.meta.url));

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function withCertificate(certificate: string): Promise<string> {
  const options = { cert: readFileSync(fixture(certificate)), key: readFileSync(fixture('key.pem')) };
  return `https://localhost:${await portOf(createTlsServer(options))}`;
}

const PATIENCE = 15_000;

/** A cluster that cannot be reached, and what its row says. */
const ways: Readonly<
  Record<string, { readonly open: () => Promise<{ url: string; caFile?: string }>; readonly says: RegExp }>
> = {
  'a name that no DNS knows': {
    open: async () => ({ url: 'https://castwatch-test.invalid' }),
    says: /castwatch-test\.invalid/,
  },
  'a certificate of an unknown authority': {
    open: async () => ({ url: await withCertificate('localhost.pem') }),
    says: /authority that is not known here/,
  },
  'an expired certificate': {
    open: async () => ({ url: await withCertificate('expired.pem'), caFile: fixture('expired.pem') }),
    says: /not valid at this time \(expired/,
  },
  'a server that hangs up in the handshake': {
    async open() {
      const server = createServer((socket) => socket.once('data', () => socket.destroy()));
      return { url: `https://localhost:${await portOf(server)}` };
    },
    says: /closed|reset|hung up|ended/i,
  },
};

test.each(Object.entries(ways))('one of six behind %s: the other five are unharmed', async (_, way) => {
  const healthy = await Promise.all(
    ['ap', 'eu', 'in', 'sa', 'us'].map(async (name, seed) => {
      const { url, close, username, password } = await startSimulator({
        seed,
        scenario: 'quiet',
        servers: 8,
        streams: 20,
      });
      onTestFinished(close);
      return { name, url, username, password, caFile: undefined };
    }),
  );
  const broken = { name: 'broken', username: 'operator', password: 'secret', ...(await way.open()) };
  const fleet = openFleet(
    [...healthy, broken].map(({ name, url, caFile, username, password }) => ({
      name,
      facts: undefined,
      open: () =>
        openClusterSession({
          target: { ...plainTarget, ofSeveral: true, name, url, caFile },
          clock: systemClock,
          credentials: async () => ({ username, password }),
        }),
    })),
    systemClock,
  );
  onTestFinished(() => fleet.close());
  fleet.start();
  const rows = () => {
    const members = fleet.members.map(({ name, session }) => {
      const [state, triage] = [session.store.getState(), session.triage.getState()];
      return { name, state, triage, production: false, readOnly: false, paused: session.cost?.paused };
    });
    return fleetRows(members, systemClock.now());
  };
  await vi.waitFor(() => expect(rows().find(({ isRead }) => !isRead)?.doubt).toMatch(way.says), PATIENCE);
  const before = systemClock.now();
  fleet.refresh();
  const isReadAgain = ({ member: { state }, figures }: FleetRow) =>
    figures !== undefined &&
    [state.dashboard, state.journalResource].every(
      ({ updatedAt = 0, error }) => updatedAt >= before && !error,
    );
  const names = (found: readonly FleetRow[]) => found.map(({ member }) => member.name).toSorted();
  await vi.waitFor(
    () =>
      expect(names(rows().filter(isReadAgain))).toEqual(
        names(rows().filter(({ member }) => member.name !== 'broken')),
      ),
    PATIENCE,
  );
});
