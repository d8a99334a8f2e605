import { systemClock } from '../../../src/base/clock.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { connect } from '../../../src/http/connect.ts';
import { createMonitor } from '../../../src/polling/create-monitor.ts';
import { pause } from '../support/numbers.ts';

/** Follows a journal for this many seconds; tells by the ids whether each entry since the first has arrived. */
export async function journal(url: string, username: string, password: string, seconds: string) {
  const connection = connect({ url, credentials: async () => ({ username, password }) });
  const store = createClusterStore({ name: 'bench', url });
  const monitor = createMonitor({ api: connection.api, store, clock: systemClock, journalReach: 0 });
  const seen = new Set<number>();
  let gaps = 0;
  let before = 0;
  store.subscribe((state) => {
    gaps = state.journal.items.filter((item) => item.kind === 'gap').length;
    for (const item of state.journal.items) if (item.kind === 'entry') seen.add(Number(item.entry.id ?? 0));
    if (before === 0 && seen.size > 0) before = Math.max(...seen);
  });
  monitor.start();
  await pause(Number(seconds) * 1_000);
  monitor.stop();
  await connection.close();
  // Entries from before the first poll are read only when somebody scrolls back.
  const ids = [...seen].filter((id) => id > before);
  const last = Math.max(before, ...ids);
  return { entries: ids.length, lost: last - before - ids.length, gaps };
}
