import type { Thresholds as ConfiguredThresholds } from '../../config/profile-schema.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import {
  mergeThresholds,
  type Threshold,
  ThresholdError,
  thresholds as table,
} from '../../triage/thresholds.ts';
import { figureNames } from '../../views/metrics/performance.ts';
import { UsageError } from '../options/options.ts';
import { checkedNames, type Options } from '../options/table.ts';
import { type FigureRanges, parseRange, type Range } from './range.ts';

const options = ['warn', 'crit'] as const;

/** What the command line changes for a check: thresholds of the rules, and ranges of figures. */
export interface CheckLimits {
  readonly thresholds: Thresholds;
  readonly ranges: FigureRanges;
  /** Names as given. Figures among them must be known for a verdict. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/**
 * The configured thresholds, with `--warn` and `--crit` over them. A plain number for a figure that a rule judges
 * becomes that rule's threshold, so that the two cannot disagree. Throws a `UsageError`.
 */
export function checkLimits(
  configured: ConfiguredThresholds,
  overrides: Pick<Options, 'warn' | 'crit'> = {},
): CheckLimits {
  const before = mergeThresholds(configured);
  const wanted: Record<string, number | string> = {};
  const ranges = { warn: new Map<string, Range>(), crit: new Map<string, Range>() };
  const asked = new Set<string>();
  for (const option of options) {
    for (const text of overrides[option] ?? []) {
      const at = text.indexOf('=');
      const name = text.slice(0, Math.max(0, at)).trim();
      const value = text
        .slice(at + 1)
        .trim()
        .replace(/\s*%$/, '');
      asked.add(name);
      const row = thresholdRow(option, name, value);
      const range = figureNames.has(name) ? parseRange(value) : undefined;
      if (row && value !== '') wanted[row.name] = Number.isFinite(Number(value)) ? Number(value) : value;
      else if (range) ranges[option].set(name, range);
      else throw new UsageError(`--${option}: ${expected(option)}`);
    }
  }
  try {
    return { thresholds: mergeThresholds(wanted, before), ranges, asked };
  } catch (error) {
    if (error instanceof ThresholdError) throw new UsageError(`--warn, --crit: ${error.message}`);
    throw error;
  }
}

function expected(option: (typeof options)[number]): string {
  const rules = checkedNames(option).join(', ');
  return `expected NAME=VALUE with one of the names ${rules}; or NAME=RANGE (10, 10:20, ~:20, @10:20) with ${[...figureNames.keys()].join(', ')}`;
}

function thresholdRow(option: (typeof options)[number], name: string, value: string): Threshold | undefined {
  const ofFigure = /^\d+(\.\d+)?$/.test(value) ? figureNames.get(name) : undefined;
  const family = checkedNames(option).includes(name) ? name : ofFigure;
  return table.find((each) => each.family === family && each.part === option);
}
