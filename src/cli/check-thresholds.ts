import type { Thresholds as ConfiguredThresholds } from '../config/profile-schema.ts';
import { mergeThresholds, ThresholdError, type Thresholds } from '../triage/thresholds.ts';
import { UsageError } from './options.ts';

const severities = ['Warn', 'Crit'] as const;

export interface Overrides {
  /** As given: `cpu=80`. */
  readonly warn: readonly string[];
  readonly crit: readonly string[];
}

/**
 * The thresholds of a check: the configured ones, with `--warn` and `--crit` over them, and with every time that
 * something must last before it counts cut to `observed` ms, because a check looks no longer: what holds in all of
 * its polls counts. Both as rules read them, and as a configuration writes them. Throws a `UsageError`.
 */
export function checkThresholds(
  configured: ConfiguredThresholds,
  overrides: Overrides,
  observed: number,
): { readonly thresholds: Thresholds; readonly configured: ConfiguredThresholds } {
  const before = written(mergeThresholds(configured));
  const wanted: Record<string, number | string> = { ...before };
  for (const severity of severities) {
    const option = severity === 'Warn' ? 'warn' : 'crit';
    for (const text of overrides[option]) {
      const [name, value] = readOverride(`--${option}`, severity, text);
      wanted[name] = value;
    }
  }
  const thresholds = merged(wanted);
  for (const [name, value] of Object.entries(thresholds)) {
    if (mustLast(name)) wanted[name] = `${Math.min(value, observed)}ms`;
  }
  return { thresholds: mergeThresholds(wanted), configured: wanted };
}

/** Names that `--warn` or `--crit` take, such as `cpu`. */
function namesOf(severity: (typeof severities)[number]): readonly string[] {
  return (
    Object.keys(mergeThresholds())
      // A check fetches by itself, so nothing of it is ever stale.
      .filter((name) => name.endsWith(severity) && !name.startsWith('stale'))
      .map((name) => name.slice(0, -severity.length))
  );
}

function readOverride(
  option: string,
  severity: (typeof severities)[number],
  text: string,
): readonly [name: string, value: number | string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at)).trim();
  const value = text
    .slice(at + 1)
    .trim()
    .replace(/\s*%$/, '');
  const names = namesOf(severity);
  if (!names.includes(name) || value === '') {
    throw new UsageError(`${option}: expected NAME=VALUE with one of the names ${names.join(', ')}`);
  }
  return [`${name}${severity}`, Number.isFinite(Number(value)) ? Number(value) : value];
}

function merged(wanted: Readonly<Record<string, number | string>>): Thresholds {
  try {
    return mergeThresholds(wanted);
  } catch (error) {
    if (error instanceof ThresholdError) throw new UsageError(`--warn, --crit: ${error.message}`);
    throw error;
  }
}

/** Durations need a unit in a configuration: there, plain numbers are seconds. */
function written(thresholds: Thresholds): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, value]) => [
      name,
      /For$|^flapWindow$|^stale/.test(name) ? `${value}ms` : value,
    ]),
  );
}

/** How long a fault must last. How long an event stays in the list, and what clearing takes, is something else. */
function mustLast(name: string): boolean {
  return name.endsWith('For') && !name.endsWith('ClearFor') && name !== 'eventFor';
}
