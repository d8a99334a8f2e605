import { timeUnitsMs } from '../base/durations.ts';
import { type Sensitivity, scaledThreshold, sensitivities, sensitivityTable } from './sensitivity.ts';
import {
  type ThresholdName,
  type ThresholdRow,
  type Thresholds,
  thresholdFamilies,
} from './threshold-families.ts';

/** A row with its position in the table. */
export interface Threshold extends ThresholdRow {
  readonly name: ThresholdName;
  readonly family: string;
  readonly part: string;
}

/** The rows of the table by their full names, in order. */
export const thresholds: readonly Threshold[] = Object.entries(thresholdFamilies).flatMap(([family, parts]) =>
  Object.entries<ThresholdRow>(parts).map(([part, row]) => ({
    ...row,
    name: `${family}${part.charAt(0).toUpperCase()}${part.slice(1)}` as ThresholdName,
    family,
    part,
  })),
);

export const defaultThresholds = Object.fromEntries(
  thresholds.map(({ name, default: value }) => [name, value]),
) as Thresholds;

/** An invalid threshold in the configuration; the message lists the allowed values. */
export class ThresholdError extends Error {
  override readonly name = 'ThresholdError';
  readonly code = 'BAD_THRESHOLD';
  /** Keys of the configuration, one of which is invalid. */
  readonly keys: readonly string[];

  constructor(where: string, reason: string, keys: readonly string[]) {
    super(`Threshold ${where}: ${reason}`);
    this.keys = keys;
  }
}

/**
 * The defaults, or another `base`, with the user's thresholds over them, by name (`cpuWarn: 80`) or by family
 * (`limit: {warn: 80, crit: 95, for: 60}`). `sensitivity: {loss: high}` scales the base first. Throws a `ThresholdError` for an unknown name, an invalid value, or a
 * warning above its critical.
 */
export function mergeThresholds(
  overrides: Readonly<Record<string, unknown>> = {},
  base: Thresholds = defaultThresholds,
): Thresholds {
  const { [SENSITIVITY]: sensitivity = {}, ...own } = overrides;
  const merged: Record<ThresholdName, number> = { ...base };
  for (const [name, wanted] of Object.entries(checkedSensitivity(sensitivity))) {
    const to = sensitivityOf(name, wanted);
    for (const row of thresholds.filter((one) => scaledBy(name).includes(one.name)))
      merged[row.name] = scaledThreshold(row, merged[row.name], to);
  }
  for (const [key, value] of Object.entries(own)) {
    const isFamily = typeof value === 'object' && value !== null;
    for (const [part, wanted] of isFamily ? Object.entries(value) : [[undefined, value] as const]) {
      const found = rowOf(key, part);
      if (wanted !== undefined) merged[found.name] = figure(found, wanted, key);
    }
  }
  refuseContradictions(merged);
  return merged;
}

/** The key of the sensitivities among the thresholds. */
const SENSITIVITY = 'sensitivity';

const scaledBy = (name: string): readonly string[] =>
  Object.hasOwn(sensitivityTable, name)
    ? sensitivityTable[name as keyof typeof sensitivityTable].thresholds
    : [];

function checkedSensitivity(given: unknown): object {
  if (typeof given === 'object' && given !== null) return given;
  const reason = `${JSON.stringify(given)} is not allowed. Allowed are parts such as {loss: high}`;
  throw new ThresholdError(SENSITIVITY, reason, [SENSITIVITY]);
}

function sensitivityOf(name: string, wanted: unknown): Sensitivity {
  const where = `${SENSITIVITY}.${name}`;
  if (scaledBy(name).length === 0) {
    const known = Object.keys(sensitivityTable).join(', ');
    throw new ThresholdError(where, `there is no such sensitivity. Allowed are ${known}`, [SENSITIVITY]);
  }
  const found = sensitivities.find((one) => one === wanted);
  if (found) return found;
  const given = JSON.stringify(wanted) ?? String(wanted);
  throw new ThresholdError(where, `${given} is not allowed. Allowed is ${sensitivities.join(', ')}`, [
    SENSITIVITY,
  ]);
}

/** A value in the format of the configuration, such as `90`, `330s` or `250ms`. */
export function writtenThreshold({ unit }: ThresholdRow, value: number): number | string {
  if (unit !== 'seconds' && unit !== 'milliseconds') return value;
  return unit === 'seconds' && value % 1_000 === 0 ? `${value / 1_000}s` : `${value}ms`;
}

/** The allowed values, as the configuration would have them. */
export function allowedThreshold({ unit, least, most }: ThresholdRow): string {
  if (unit === 'seconds' || unit === 'milliseconds') return `text with a unit (20s, 5m, 1h) or ${unit}`;
  return most === Number.MAX_SAFE_INTEGER
    ? `a number of at least ${least}`
    : `a number from ${least} to ${most}`;
}

/** The row of a full name, or of a part of a family. */
function rowOf(key: string, part: string | undefined): Threshold {
  const found = thresholds.find((row) =>
    part === undefined ? row.name === key : row.family === key && row.part === part,
  );
  if (found) return found;
  const where = part === undefined ? key : `${key}.${part}`;
  const own = thresholds.filter(({ family }) => family === key).map((row) => row.part);
  const shared = thresholds.find((row) => row.part === part && row.sharedBy?.includes(key));
  if (shared) {
    const others = shared.sharedBy?.join(', ');
    throw new ThresholdError(where, `${others} share one: write ${shared.family}: {${part}: …}`, [key]);
  }
  if (own.length > 0) throw new ThresholdError(where, `${key} has the parts ${own.join(', ')}`, [key]);
  const known = thresholds.map(({ name }) => name).join(', ');
  throw new ThresholdError(where, `there is no threshold with this name. Allowed are ${known}`, [key]);
}

const unitsMs: Readonly<Record<string, number>> = { ...timeUnitsMs, ms: 1 };
const TIME = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/;

/** The number that rules compare with: times are converted to ms. */
function figure(row: Threshold, value: unknown, key: string): number {
  const { name, unit, least, most } = row;
  const isTime = unit === 'seconds' || unit === 'milliseconds';
  const match = isTime && typeof value === 'string' ? TIME.exec(value.trim()) : null;
  const scale = unit === 'seconds' ? 1_000 : 1;
  const number = match ? Number(match[1]) * (unitsMs[match[2] ?? ''] ?? 1) : Number(value) * scale;
  const isNumber = match !== null || typeof value === 'number';
  if (isNumber && number >= least && number <= most) return number;
  const given = JSON.stringify(value) ?? String(value);
  throw new ThresholdError(name, `${given} is not allowed. Allowed is ${allowedThreshold(row)}`, [key]);
}

/** A warning threshold above the critical one would have no effect, and a stream must not be healthy and unhealthy at once. */
function refuseContradictions(merged: Thresholds): void {
  const critical = thresholds.filter(({ part }) => part === 'crit');
  for (const { name, family } of critical) {
    const warning = thresholds.find((row) => row.family === family && row.part === 'warn')?.name;
    if (warning === undefined || merged[warning] <= merged[name]) continue;
    const reason = `${merged[warning]} is above ${name}, ${merged[name]}; allowed is at most that`;
    throw new ThresholdError(warning, reason, [warning, name, family]);
  }
  if (merged.healthClear < merged.healthBad) {
    const reason = `${merged.healthClear} is below healthBad, ${merged.healthBad}; allowed is at least that`;
    throw new ThresholdError('healthClear', reason, ['healthClear', 'healthBad', 'health']);
  }
}
