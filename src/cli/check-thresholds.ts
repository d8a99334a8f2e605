import type { Thresholds as ConfiguredThresholds } from '../config/profile-schema.ts';
import {
  mergeThresholds,
  ThresholdError,
  type Thresholds,
  thresholds as table,
} from '../triage/thresholds.ts';
import { checkedNames } from './option-table.ts';
import { UsageError } from './options.ts';

const options = ['warn', 'crit'] as const;

export interface Overrides {
  /** As given: `cpu=80`. */
  readonly warn: readonly string[];
  readonly crit: readonly string[];
}

/** The thresholds of a check: the configured ones, with `--warn` and `--crit` over them. Throws a `UsageError`. */
export function checkThresholds(configured: ConfiguredThresholds, overrides: Overrides): Thresholds {
  const before = mergeThresholds(configured);
  const wanted: Record<string, number | string> = {};
  for (const option of options) {
    for (const text of overrides[option]) {
      const [name, value] = readOverride(option, text);
      wanted[name] = value;
    }
  }
  try {
    return mergeThresholds(wanted, before);
  } catch (error) {
    if (error instanceof ThresholdError) throw new UsageError(`--warn, --crit: ${error.message}`);
    throw error;
  }
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
