import { startSimulator } from '../../world/start.ts';

/** Serves this many steady clusters of 10 servers and 300 streams until it is ended; prints their addresses as JSON. */
const count = Number(process.argv[2]);
const urls: string[] = [];
for (let seed = 1; seed <= count; seed++) {
  const { url } = await startSimulator({ seed, scenario: 'steady', servers: 10, streams: 300 });
  urls.push(url);
}
process.stdout.write(`${JSON.stringify(urls)}\n`);
