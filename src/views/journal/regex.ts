import vm from 'node:vm';

/**
 * A pattern that an operator types may never end on a text that a server sends. JavaScript cannot stop a regular
 * expression, but V8 can: the script that runs it has a time limit. What exceeds it is remembered as slow and no
 * longer used.
 */
const LIMIT_MS = 60;
/** How often a pattern is run that was stopped before it had its time. */
const TRIES = 5;
/** Texts tested in one go, so that the limit is one for a batch and not for the whole journal. */
const BATCH_TEXTS = 500;
/** Only so much of a message is searched, in characters. */
const MAX_CHARACTERS = 2_000;
const SLOW_ENTRIES = 100;

const slow = new Set<string>();
let sandbox: { regex?: RegExp; texts?: readonly string[]; found?: unknown } | undefined;
let testScript: vm.Script | undefined;
let rangeScript: vm.Script | undefined;

export function isSlow(regex: RegExp): boolean {
  return slow.has(String(regex));
}

/** Whether each text matches, or undefined where the pattern takes too long. */
export function testTexts(regex: RegExp, texts: readonly string[]): readonly boolean[] | undefined {
  testScript ??= new vm.Script('found = texts.map((text) => regex.test(text))');
  const all: boolean[] = [];
  for (let from = 0; from < texts.length; from += BATCH_TEXTS) {
    const found = run(testScript, regex, texts.slice(from, from + BATCH_TEXTS));
    if (!Array.isArray(found)) return undefined;
    for (const answer of found) all.push(answer === true);
  }
  return all;
}

const RANGES = `found = texts.map((text) => {
  const ranges = [];
  for (const match of text.matchAll(regex)) {
    if (match[0] !== '') ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length >= 50) break;
  }
  return ranges;
})`;

/** Ranges of texts that are on the screen: they are asked for with each frame. */
const ranges = new Map<string, readonly (readonly [number, number])[]>();
const RANGE_ENTRIES = 2_000;

/** Where a text matches, as [from, to) in UTF-16 units, at most 50. Nothing where the pattern takes too long. */
export function matchRanges(regex: RegExp, text: string): readonly (readonly [number, number])[] {
  if (isSlow(regex)) return [];
  const key = `${String(regex)}\n${text}`;
  const known = ranges.get(key);
  if (known) return known;
  rangeScript ??= new vm.Script(RANGES);
  const found = run(rangeScript, new RegExp(regex.source, `${regex.flags}g`), [text], regex);
  const answer = Array.isArray(found) ? ((found[0] ?? []) as [number, number][]) : [];
  if (ranges.size >= RANGE_ENTRIES) ranges.clear();
  ranges.set(key, answer);
  return answer;
}

function run(script: vm.Script, regex: RegExp, texts: readonly string[], known = regex): unknown {
  if (isSlow(known)) return undefined;
  sandbox ??= vm.createContext({});
  sandbox.regex = regex;
  sandbox.texts = texts.map((text) => (text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text));
  sandbox.found = undefined;
  try {
    for (let tries = 1; ; tries++) {
      const before = process.threadCpuUsage();
      try {
        script.runInContext(sandbox, { timeout: LIMIT_MS });
        return sandbox.found;
      } catch {
        // V8's limit is of wall time: on a busy machine the pattern may hardly have run.
        const { user, system } = process.threadCpuUsage(before);
        if (tries < TRIES && (user + system) / 1_000 < LIMIT_MS / 2) continue;
      }
      if (slow.size >= SLOW_ENTRIES) slow.clear();
      slow.add(String(known));
      return undefined;
    }
  } finally {
    sandbox.texts = [];
  }
}
