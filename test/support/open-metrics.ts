/** A strict reader of the OpenMetrics 1.0 text format for gauges, counters and histograms. It throws at the first violation of the format. */

export interface Family {
  readonly name: string;
  type: string | undefined;
  help: string | undefined;
  unit: string | undefined;
  /** Label sets so far. */
  readonly seen: Set<string>;
  readonly samples: { readonly labels: ReadonlyMap<string, string>; readonly value: number }[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

export function parseOpenMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n# EOF\n')) throw new Error('does not end with # EOF and a line end');
  const families = new Map<string, Family>();
  let current: Family | undefined;
  const lines = text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1);
  for (const line of lines) {
    if (line === '' || /[\r\u0000]/.test(line)) throw new Error(`no such line: ${JSON.stringify(line)}`);
    if (!line.startsWith('#')) {
      if (!current) throw new Error(`a sample before its metadata: ${line}`);
      addSample(current, line);
      continue;
    }
    const match = /^# (HELP|TYPE|UNIT) (\S+) (.*)$/.exec(line);
    if (!match) throw new Error(`no metadata: ${line}`);
    const [, kind, name = '', rest = ''] = match;
    if (current?.name !== name) {
      if (!NAME.test(name) || families.has(name))
        throw new Error(`a bad name or a family in two parts: ${line}`);
      current = { name, type: undefined, help: undefined, unit: undefined, seen: new Set(), samples: [] };
      families.set(name, current);
    }
    if (current.samples.length > 0) throw new Error(`metadata after samples: ${line}`);
    describe(current, kind ?? '', rest);
  }
  for (const { name, type } of families.values())
    if (type === undefined) throw new Error(`${name} has no type`);
  return families;
}

function describe(family: Family, kind: string, rest: string): void {
  if (kind === 'HELP') {
    if (family.help !== undefined || unescaped(rest) === undefined)
      throw new Error(`bad help of ${family.name}`);
    family.help = rest;
  } else if (kind === 'TYPE') {
    if (family.type !== undefined || !['gauge', 'counter', 'info', 'histogram'].includes(rest))
      throw new Error(`bad type of ${family.name}`);
    family.type = rest;
  } else {
    if (family.unit !== undefined || !family.name.endsWith(`_${rest}`))
      throw new Error(`bad unit of ${family.name}`);
    family.unit = rest;
  }
}

function addSample(family: Family, line: string): void {
  const match = /^([^{ ]+)(?:\{(.*)\})? (\S+)$/.exec(line);
  if (!match) throw new Error(`no sample: ${line}`);
  const [, name, list = '', number = ''] = match;
  const suffixes = { counter: ['_total'], info: ['_info'], histogram: ['_bucket', '_count', '_sum'] };
  const own = suffixes[family.type as keyof typeof suffixes] ?? [''];
  if (!own.some((suffix) => name === `${family.name}${suffix}`)) {
    throw new Error(`not a sample of ${family.name}: ${line}`);
  }
  if (!NUMBER.test(number)) throw new Error(`no number: ${line}`);
  const value = Number(number);
  if (family.type === 'counter' && value < 0) throw new Error(`a negative counter: ${line}`);
  const labels = parseLabels(list, line);
  const key = JSON.stringify([name, ...[...labels].sort()]);
  if (family.seen.has(key)) throw new Error(`twice: ${line}`);
  family.seen.add(key);
  family.samples.push({ labels, value });
}

function parseLabels(list: string, line: string): Map<string, string> {
  const labels = new Map<string, string>();
  let rest = list;
  while (rest !== '') {
    const match = /^([^=]+)="((?:[^"\\]|\\.)*)"(,(?=.)|$)/.exec(rest);
    const [whole = '', name = '', raw = ''] = match ?? [];
    const value = unescaped(raw);
    if (!match || !LABEL.test(name) || labels.has(name) || value === undefined)
      throw new Error(`bad labels: ${line}`);
    labels.set(name, value);
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** Undefined if there is an escape that the format does not have. */
function unescaped(text: string): string | undefined {
  if (/\\(?![\\n"])/.test(text.replaceAll('\\\\', ''))) return undefined;
  return text.replace(/\\([\\n"])/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

/** The value of the one sample with these labels; undefined if there is none. */
export function sampleOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  return families
    .get(name)
    ?.samples.find((sample) =>
      Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value),
    )?.value;
}
