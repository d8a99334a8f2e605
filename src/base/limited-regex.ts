import vm from 'node:vm';

/**
 * An expression of a user, typed or configured, may never end on a text that a server sends. JavaScript cannot stop a
 * regular expression, but V8 can: the script that runs it has a time limit. What exceeds it is remembered as slow and
 * no longer used.
 *
 * The limit costs about 0.13 ms a call, so many texts and expressions are tested in one. An engine that takes linear time (RE2, or
 * V8's own experimental one) would need no limit, but refuses lookarounds and back references, V8's also the flag `u`.
 */
const LIMIT_MS = 60;
/** How often an expression is run that was stopped before it had its time. */
const TRIES = 10;
/** Texts tested in one go, so that the limit is one for a batch and not for the whole journal. */
const BATCH_TEXTS = 500;
/** Only so much of a message is searched, in characters. */
const MAX_CHARACTERS = 2_000;
const SLOW_ENTRIES = 1_000;

const slow = new Set<string>();
let sandbox: { regexes?: readonly RegExp[]; texts?: readonly string[]; found?: unknown } | undefined;
let testScript: vm.Script | undefined;
let rangeScript: vm.Script | undefined;

export function isSlow(regex: RegExp): boolean {
  return slow.has(String(regex));
}

/** Which of the texts match each expression; undefined for an expression that takes too long. */
export function testTexts(
  regexes: readonly RegExp[],
  texts: readonly string[],
): readonly (readonly boolean[] | undefined)[] {
  testScript ??= new vm.Script('found = regexes.map((regex) => texts.map((text) => regex.test(text)))');
  const answers = new Map<RegExp, boolean[]>(regexes.map((regex) => [regex, []]));
  for (let from = 0; from < texts.length; from += BATCH_TEXTS) {
    const batch = texts.slice(from, from + BATCH_TEXTS);
    const used = regexes.filter((regex) => !isSlow(regex));
    // A time limit costs a thread, whatever is tested in it: only where all take too long each is tried alone.
    const together = used.length > 1 ? run(testScript, used, batch) : undefined;
    for (const [index, regex] of used.entries()) {
      const found = together?.[index] ?? runAlone(testScript, regex, batch);
      if (Array.isArray(found)) answers.get(regex)?.push(...found.map((answer) => answer === true));
    }
  }
  return regexes.map((regex) => (isSlow(regex) ? undefined : answers.get(regex)));
}

const RANGES = `found = regexes.map((regex) => texts.map((text) => {
  const ranges = [];
  for (const match of text.matchAll(regex)) {
    if (match[0] !== '') ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length >= 50) break;
  }
  return ranges;
}))`;

/** Ranges in texts on the screen are cached: each frame asks for them. */
const ranges = new Map<string, readonly (readonly [number, number])[]>();
const RANGE_ENTRIES = 2_000;

/** Where a text matches, as [from, to) in UTF-16 units, at most 50. Nothing where the pattern takes too long. */
export function matchRanges(regex: RegExp, text: string): readonly (readonly [number, number])[] {
  if (isSlow(regex)) return [];
  const key = `${String(regex)}\n${text}`;
  const known = ranges.get(key);
  if (known) return known;
  rangeScript ??= new vm.Script(RANGES);
  const found = runAlone(rangeScript, new RegExp(regex.source, `${regex.flags}g`), [text], regex);
  const answer = Array.isArray(found) ? ((found[0] ?? []) as [number, number][]) : [];
  if (ranges.size >= RANGE_ENTRIES) ranges.clear();
  ranges.set(key, answer);
  return answer;
}

/** The same for one expression. Where it takes too long, `known` is used no more. */
function runAlone(script: vm.Script, regex: RegExp, texts: readonly string[], known = regex): unknown {
  const found = run(script, [regex], texts);
  if (found) return found[0];
  if (slow.size >= SLOW_ENTRIES) slow.clear();
  slow.add(String(known));
  return undefined;
}

/** What the script finds, an item for each expression; undefined where the time limit ended it. */
function run(
  script: vm.Script,
  regexes: readonly RegExp[],
  texts: readonly string[],
): readonly unknown[] | undefined {
  sandbox ??= vm.createContext({});
  sandbox.regexes = regexes;
  sandbox.texts = texts.map((text) => (text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text));
  sandbox.found = undefined;
  try {
    // Before one is given up for good it is tried twice: the first run compiles, and memory may be collected in it.
    let chances = regexes.length > 1 ? 1 : 2;
    for (let tries = 1; ; tries++) {
      const before = process.threadCpuUsage();
      try {
        script.runInContext(sandbox, { timeout: LIMIT_MS });
        return Array.isArray(sandbox.found) ? sandbox.found : undefined;
      } catch {
        // V8's limit is wall time: on a busy machine the pattern may hardly have run.
        const { user, system } = process.threadCpuUsage(before);
        if ((user + system) / 1_000 >= LIMIT_MS / 2) chances--;
        if (chances === 0 || tries >= TRIES) return undefined;
      }
    }
  } finally {
    sandbox.texts = [];
  }
}
