const [name = '', ...args] = process.argv.slice(2);

type Measurement = (...args: string[]) => Promise<unknown>;

/** Each measurement is loaded alone, because the modules of others would count in its memory. */
const measurements: Readonly<Record<string, () => Promise<Measurement>>> = {
  clockedFleet: async () => (await import('./clocked-simulator.ts')).clockedFleet,
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
  triage: async () => (await import('./triage.ts')).triage,
  withhold: async () => (await import('./withhold.ts')).withhold,
  written: async () => (await import('./written.ts')).written,
};
const measure = await measurements[name]?.();
process.stdout.write(JSON.stringify(await measure?.(...args)));
process.exit();
