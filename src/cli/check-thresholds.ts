import type { Thresholds as ConfiguredThresholds } from '../config/profile-schema.ts';
import {
  mergeThresholds,
  ThresholdError,
  type Thresholds,
  thresholds as table,
  writtenThreshold,
} from '../triage/thresholds.ts';
import { checkedNames } from './option-table.ts';
import { UsageError } from './options.ts';

const options = ['warn', 'crit'] as const;

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
  const before = mergeThresholds(configured);
  const wanted: Record<string, number | string> = {};
  for (const row of table) wanted[row.name] = writtenThreshold(row, before[row.name]);
  for (const option of options) {
    for (const text of overrides[option]) {
      const [name, value] = readOverride(option, text);
      wanted[name] = value;
    }
  }
  const thresholds = merged(wanted);
  for (const row of table) {
    if (row.mustLast) wanted[row.name] = writtenThreshold(row, Math.min(thresholds[row.name], observed));
  }
  return { thresholds: mergeThresholds(wanted), configured: wanted };
}

function readOverride(
  option: (typeof options)[number],
  text: string,
): readonly [name: string, value: number | string] {
  const at = text.indexOf('=');
  const family = text.slice(0, Math.max(0, at)).trim();
  const value = text
    .slice(at + 1)
    .trim()
    .replace(/\s*%$/, '');
  const names = checkedNames(option);
  const row = table.find((each) => each.family === family && each.part === option);
  if (!row || !names.includes(family) || value === '') {
    throw new UsageError(`--${option}: expected NAME=VALUE with one of the names ${names.join(', ')}`);
  }
  return [row.name, Number.isFinite(Number(value)) ? Number(value) : value];
}

function merged(wanted: Readonly<Record<string, number | string>>): Thresholds {
  try {
    return mergeThresholds(wanted);
  } catch (error) {
    if (error instanceof ThresholdError) throw new UsageError(`--warn, --crit: ${error.message}`);
    throw error;
  }
}
