import { systemClock } from '../../../src/base/clock.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { connect } from '../../../src/http/connect.ts';
import { createMonitor } from '../../../src/polling/create-monitor.ts';
import { pause } from '../support/numbers.ts';

/** Follows a journal for so many seconds; whether each entry since the first has arrived, by the ids. */
export async function journal(url: string, username: string, password: string, seconds: string) {
  const connection = connect({ url, credentials: async () => ({ username, password }) });
  const store = createClusterStore({ name: 'bench', url });
  const monitor = createMonitor({ api: connection.api, store, clock: systemClock });
  const seen = new Set<number>();
  let gaps = 0;
  store.subscribe((state) => {
    gaps = state.journal.items.filter((item) => item.kind === 'gap').length;
    for (const item of state.journal.items.slice(-4_000)) if (item.kind === 'entry') seen.add(item.entry.id);
  });
  monitor.start();
  await pause(Number(seconds) * 1_000);
  monitor.stop();
  await connection.close();
  const ids = [...seen].sort((a, b) => a - b);
  const [first = 0] = ids;
  const last = ids.at(-1) ?? 0;
  return { entries: ids.length, lost: last - first + 1 - ids.length, gaps };
}
