import { HOUR_MS } from '../../src/base/durations.ts';
import { objectOf } from '../../src/simulator/validate.ts';
import type { FaultKind } from './faults.ts';

type Visit = (value: unknown, key: string) => unknown;

/**
 * Applies faults that change the response body. `seconds`: time since the simulator's start, for changes over time.
 */
export function applyBodyFaults(payload: string, kinds: ReadonlySet<FaultKind>, seconds: number): string {
  let body: unknown;
  try {
    body = JSON.parse(payload);
  } catch {
    return payload;
  }
  for (const [kind, visit] of visits) if (kinds.has(kind)) body = walk(body, '', visit);
  if (kinds.has('unknown-words'))
    body = { ...objectOf(walk(body, '', makeUnknown)), somethingNew: { level: 3 } };
  if (kinds.has('clock-skew')) body = walk(body, '', (v, key) => skew(v, key, HOUR_MS));
  if (kinds.has('clock') && Math.floor(seconds / 10) % 2 === 1)
    body = walk(body, '', (v, key) => skew(v, key, -HOUR_MS));
  if (kinds.has('wrong-shape')) body = { data: 'unexpected', possibleValues: 7, stream: [], meta: 'none' };
  return JSON.stringify(body);
}

/** Rebuilds a JSON value, leaves first. Items of an array are visited with the key of the array. */
function walk(value: unknown, key: string, visit: Visit): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, key, visit));
    return visit(items, key);
  }
  if (typeof value === 'object' && value !== null) {
    const copy: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(value)) copy[name] = walk(child, name, visit);
    return visit(copy, key);
  }
  return visit(value, key);
}

const lists = ['list', 'found', 'topology', 'regions'];

function breakFirst(value: unknown, key: string): unknown {
  if (!Array.isArray(value) || !lists.includes(key) || value.length === 0) return value;
  const broken = { id: { nested: true }, serverName: [7], state: null, name: [], createDate: 'yesterday' };
  return [broken, ...value.slice(1)];
}

const words: Readonly<Record<string, string>> = {
  state: 'LEVITATING',
  type: 'QUANTUM',
  healthGrade: 'Splendid',
  connectionState: 'ENTANGLED',
  harnessType: 'TELEPATHY_VIEWER',
  pipelineType: 'SIDEWAYS',
  deviceType: 'FRIDGE',
  sourceType: 'BEAM',
  encoderMode: 'TRANSCODE',
};

function makeUnknown(value: unknown, key: string): unknown {
  if (key === 'labels' && Array.isArray(value))
    return value.map((label, i) => (i === 0 ? 'Splendid' : label));
  return typeof value === 'string' ? (words[key] ?? value) : value;
}

/** Escape sequences, control, bidirectional and zero-width characters, a lone surrogate. */
const poisonText = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u200b\r\n\ud800\u001bP+q\u001b\\';
const spared = new Set(['accessToken', 'tokenType']);

function poison(value: unknown, key: string): unknown {
  if (typeof value !== 'string' || spared.has(key)) return value;
  return `${value.slice(0, 4)}${poisonText}${value.slice(4)}`;
}

const dates =
  /^(generatedAt|expireDate|startTime|startDate|createDate|lastTimestamp|timestamp|thumbnailTimestamp)$/;

function skew(value: unknown, key: string, by: number): unknown {
  return typeof value === 'number' && dates.test(key) ? value + by : value;
}

const percentages = /^(cpuUsage|memUsage|healthScore)$/;
const roles = /^(origin|transcode|edge)$/i;
const group = { total: 2, groups: [{ name: 'eu-central', limit: 2 }] };

/** The replacement for each value, by its key. */
const visits: readonly (readonly [FaultKind, Visit])[] = [
  ['empty-topology', (value, key) => (key === 'topology' ? [] : value)],
  ['bad-item', breakFirst],
  ['text-numbers', (value, key) => (percentages.test(key) && value !== null ? `${value}%` : value)],
  ['mono', (value, key) => (key === 'type' && roles.test(String(value)) ? 'MONO' : value)],
  ['mockup', (value, key) => (key === 'mockupEnabled' ? true : value)],
  ['feed-sink', (value, key) => (key === 'feed' || key === 'sink' ? group : value)],
  ['no-transcoding', (value, key) => (key === 'isTranscodingEnabled' ? false : value)],
  ['hostile-text', poison],
];
