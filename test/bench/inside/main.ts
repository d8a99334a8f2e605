const [name = '', ...args] = process.argv.slice(2);

type Measurement = (...args: string[]) => Promise<unknown>;

/** Each measurement is loaded alone, because the modules of others would count in its memory. */
const measurements: Readonly<Record<string, () => Promise<Measurement>>> = {
  clockedChurn: async () => (await import('./clocked-churn.ts')).clockedChurn,
  clockedFleet: async () => (await import('./clocked-fleet.ts')).clockedFleet,
  clockedSimulator: async () => (await import('./clocked-simulator.ts')).clockedSimulator,
  fleetSoak: async () => (await import('./fleet-soak.ts')).fleetSoak,
  history: async () => (await import('./history.ts')).history,
  journal: async () => (await import('./journal.ts')).journal,
  keys: async () => (await import('./keys.ts')).keys,
  month: async () => (await import('./month.ts')).month,
  poll: async () => (await import('./poll.ts')).poll,
  requests: async () => (await import('./requests.ts')).requests,
  scrape: async () => (await import('./scrape.ts')).scrape,
  soak: async () => (await import('./soak.ts')).soak,
  table: async () => (await import('./table.ts')).table,
  triage: async () => (await import('./triage.ts')).triage,
  withhold: async () => (await import('./withhold.ts')).withhold,
  written: async () => (await import('./written.ts')).written,
  week: async () => (await import('./week.ts')).week,
};
const measure = await measurements[name]?.();
process.stdout.write(JSON.stringify(await measure?.(...args)));
process.exit();
