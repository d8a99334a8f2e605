import vm from 'node:vm';
import { systemClock } from './clock.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * A user's regular expression, typed or configured, may run almost forever on a text of a server. JavaScript cannot
 * stop it, but V8 can: the script that runs it has a time limit. An expression that exceeds it is remembered as
 * slow and not used for some minutes: one hostile line, or a busy machine, must not end it for good.
 * The limit costs about 0.13 ms per call, so many texts and expressions are tested in one call. An engine with
 * linear time would need no limit. re2js is 150 KB and 10 ms at each start, and has no lookarounds, back references or
 * `\u`; V8's experimental one has no flag `u`.
 */
const LIMIT_MS = 60;
/** How often an expression is run again that was stopped before it had used its time. */
const TRIES = 10;
/** Texts tested in one run, so that the limit is for a batch and not for the whole journal. */
const BATCH_TEXTS = 500;
/** Most characters of a message that are searched. */
const MAX_CHARACTERS = 2_000;
const SLOW_ENTRIES = 1_000;

/** An expression that took too long is tried again after this time, ms. */
const AGAIN_MS = 5 * MINUTE_MS;

/** When each is tried again, monotonic ms. */
const slow = new Map<string, number>();
let sandbox: { regexes?: readonly RegExp[]; texts?: readonly string[]; found?: unknown } | undefined;
let testScript: vm.Script | undefined;
let rangeScript: vm.Script | undefined;

export function isSlow(regex: RegExp): boolean {
  return (slow.get(String(regex)) ?? Number.NEGATIVE_INFINITY) > systemClock.monotonic();
}

/** With the flag `g`, a match or a run that was stopped leaves the place where the next search would begin. */
const TESTS = `found = regexes.map((regex) => texts.map((text) => {
  regex.lastIndex = 0;
  return regex.test(text);
}))`;

/** Which of the texts match each expression; undefined for an expression that takes too long. */
export function testTexts(
  regexes: readonly RegExp[],
  texts: readonly string[],
): readonly (readonly boolean[] | undefined)[] {
  testScript ??= new vm.Script(TESTS);
  const answers = new Map<RegExp, boolean[]>(regexes.map((regex) => [regex, []]));
  for (let from = 0; from < texts.length; from += BATCH_TEXTS) {
    const batch = texts.slice(from, from + BATCH_TEXTS);
    const used = regexes.filter((regex) => !isSlow(regex));
    // A time limit costs a thread for each run, so each expression is tried alone only if all together take too
    // long.
    const together = used.length > 1 ? runScript(testScript, used, batch) : undefined;
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

/**
 * The ranges of a text that match, as [from, to) in UTF-16 units, at most 50. Empty if the pattern takes too long.
 */
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

/** The same for one expression. If it takes too long, `known` is not used for a while. */
function runAlone(script: vm.Script, regex: RegExp, texts: readonly string[], known = regex): unknown {
  const found = runScript(script, [regex], texts);
  if (found) return found[0];
  if (slow.size >= SLOW_ENTRIES) slow.clear();
  slow.set(String(known), systemClock.monotonic() + AGAIN_MS);
  return undefined;
}

/** The script's result, one item for each expression; undefined if the time limit ended it. */
function runScript(
  script: vm.Script,
  regexes: readonly RegExp[],
  texts: readonly string[],
): readonly unknown[] | undefined {
  sandbox ??= vm.createContext({});
  sandbox.regexes = regexes;
  sandbox.texts = texts.map((text) => (text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text));
  sandbox.found = undefined;
  try {
    // The first run compiles it, and memory may be collected meanwhile, so one alone has twice the time.
    let left = regexes.length > 1 ? LIMIT_MS / 2 : LIMIT_MS;
    for (let tries = 0; left > 0 && tries < TRIES; tries++) {
      const before = process.threadCpuUsage();
      try {
        script.runInContext(sandbox, { timeout: LIMIT_MS });
        return Array.isArray(sandbox.found) ? sandbox.found : undefined;
      } catch {
        // V8's limit is wall time: on a busy machine the pattern may hardly have run.
        const { user, system } = process.threadCpuUsage(before);
        left -= (user + system) / 1_000;
      }
    }
    return undefined;
  } finally {
    sandbox.texts = [];
  }
}
