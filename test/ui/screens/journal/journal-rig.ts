import { createClusterStore } from '../../../../src/cluster/store.ts';
import { createMonitor } from '../../../../src/polling/create-monitor.ts';
import { FakeApi } from '../../../support/fake-api.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { rowsOf } from '../../../support/screen-rows.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const size = { columns: 120, rows: 30 };

/** The Journal screen over a polled server with these messages, the newest first, one every so many milliseconds. */
export async function openJournal(
  messages: readonly string[],
  { rows = size.rows, step = 1_000, latency = 10, firstAgo = 1_000 } = {},
) {
  const clock = new ManualClock();
  const fake = new FakeApi(clock);
  const begin = clock.now();
  fake.latency = latency;
  fake.journal = messages.map((message, index) => {
    const createDate = begin - firstAgo - index * step;
    return { id: messages.length - index, createDate, objectName: 'Stream: news', message };
  });
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const monitor = createMonitor({ api: fake.api, store, clock, random: () => 0.5, journalReach: 0 });
  const base = fakeServices(store.getState());
  const services = { ...base, clock, cluster: store, session: { ...base.session, monitor } };
  const hands = new UiDriver(services, { ...size, rows }, 'journal');
  const { runtime } = hands;
  runtime.start();
  monitor.start();
  const wait = async (ms: number) => {
    await clock.advance(ms);
    runtime.resize({ ...size, rows });
  };
  await wait(2_500);
  const panes = (prefix: string) => runtime.panes().filter(({ id }) => id.startsWith(prefix));
  const area = { x: 0, y: 3, width: size.columns, height: rows - 4 };
  return { begin, fake, store, hands, wait, panes, rows: (prefix: string) => rowsOf(panes(prefix), area) };
}
